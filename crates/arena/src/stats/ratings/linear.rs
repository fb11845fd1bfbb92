//! The little linear algebra a fit needs: Cholesky's method, and whether vectors span another.

/// A square matrix.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.entries[row * self.size + column] += value;
    }

    /// The lower triangle L with L·Lᵀ = self, for a symmetric positive definite matrix.
    pub(super) fn cholesky(&self) -> Self {
        let mut lower = Self::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let rest = self.at(row, column) - known;
                let entry = if row == column {
                    // The prior keeps this well above zero; the floor is for rounding alone.
                    libm::sqrt(rest.max(1e-300))
                } else {
                    rest / lower.at(column, column)
                };
                lower.add(row, column, entry);
            }
        }
        lower
    }

    /// Solves L·Lᵀ·x = `right`, where `self` is L.
    pub(super) fn solve_with_cholesky(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| self.at(row, k) * x[k]).sum();
            x[row] = (x[row] - known) / self.at(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| self.at(k, row) * x[k]).sum();
            x[row] = (x[row] - known) / self.at(row, row);
        }
        x
    }

    /// The inverse of L·Lᵀ, where `self` is L.
    pub(super) fn inverse_with_cholesky(&self) -> Self {
        let mut inverse = Self::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for (row, value) in self.solve_with_cholesky(&unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        inverse
    }
}

/// The vectors that sums of multiples of given ones can reach.
#[derive(Debug)]
pub(super) struct Span {
    /// Each leads with a one in the column it is kept under, where no other has anything.
    basis: Vec<Option<Vec<f64>>>,
}

impl Span {
    pub(super) fn new(size: usize) -> Self {
        Self { basis: vec![None; size] }
    }

    /// Widens the span to hold `vector`.
    pub(super) fn add(&mut self, vector: Vec<f64>) {
        let mut rest = self.reduced(vector);
        let leading = (0..rest.len()).max_by(|&a, &b| rest[a].abs().total_cmp(&rest[b].abs()));
        let Some(column) = leading.filter(|&column| rest[column].abs() > TOLERANCE) else { return };
        let lead = rest[column];
        rest.iter_mut().for_each(|entry| *entry /= lead);
        for other in self.basis.iter_mut().flatten() {
            let factor = other[column];
            for (entry, amount) in std::iter::zip(other, &rest) {
                *entry -= factor * amount;
            }
        }
        self.basis[column] = Some(rest);
    }

    /// Whether `vector` is in the span.
    pub(super) fn holds(&self, vector: Vec<f64>) -> bool {
        self.reduced(vector).iter().all(|entry| entry.abs() <= TOLERANCE)
    }

    fn reduced(&self, mut vector: Vec<f64>) -> Vec<f64> {
        for column in 0..vector.len() {
            let factor = vector[column];
            if factor == 0.0 {
                continue;
            }
            if let Some(basis) = &self.basis[column] {
                for (entry, amount) in std::iter::zip(&mut vector, basis) {
                    *entry -= factor * amount;
                }
            }
        }
        vector
    }
}

/// Entries are small fractions, so anything this small is rounding.
const TOLERANCE: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cholesky_inverts() {
        let rows = [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 5.0]];
        let mut matrix = Matrix::zero(3);
        for (row, entries) in rows.iter().enumerate() {
            for (column, &entry) in entries.iter().enumerate() {
                matrix.add(row, column, entry);
            }
        }
        let inverse = matrix.cholesky().inverse_with_cholesky();
        for row in 0..3 {
            for column in 0..3 {
                let product: f64 = (0..3).map(|k| matrix.at(row, k) * inverse.at(k, column)).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_span_holds_sums_and_nothing_else() {
        let mut span = Span::new(4);
        span.add(vec![1.0, -1.0, 0.0, 0.0]);
        span.add(vec![0.0, 2.0, -1.0, -1.0]);
        span.add(vec![2.0, 0.0, -1.0, -1.0]);
        assert!(span.holds(vec![1.0, 1.0, -1.0, -1.0]));
        assert!(!span.holds(vec![1.0, 0.0, -1.0, 0.0]));
    }
}
