"""Computes what crates/arena/src/stats computes, by other means, for tests/statistics.rs.

Everything comes from scipy, statsmodels, choix or the textbook definition maximised numerically;
nothing is shared with the Rust code. Run it with those three installed:

    python3 statistics.py > statistics.json
"""

import itertools
import json
import math

import choix
import numpy as np
from scipy import optimize, stats
from statsmodels.stats.proportion import proportion_confint

ELO = 400 / math.log(10)
NORMALIZED_ELO = 800 / math.log(10)
Z95 = stats.norm.ppf(0.975)


def distributions():
    normal = [{"x": x, "cdf": stats.norm.cdf(x)} for x in (-8, -3.5, -1, -0.01, 0, 0.7, 2, 5)]
    quantiles = [
        {"p": p, "x": stats.norm.ppf(p)} for p in (1e-12, 1e-5, 0.025, 0.3, 0.5, 0.9, 0.999)
    ]
    student = [
        {"p": p, "freedom": n, "x": stats.t.ppf(p, n)}
        for p in (0.6, 0.9, 0.975, 0.9995)
        for n in (1, 2, 3, 9, 29, 250, 100000)
    ]
    return {"normal": normal, "quantiles": quantiles, "student": student}


def wilson():
    cases = [(0, 1), (1, 1), (5, 10), (7.5, 10), (10, 10), (0.5, 4), (550, 1000), (3, 100000)]
    result = []
    for successes, trials in cases:
        low, high = proportion_confint(successes, trials, alpha=0.05, method="wilson")
        result.append({"successes": successes, "trials": trials, "low": low, "high": high})
    return result


def means():
    result = []
    for values in ([1, 2], [5, 3, 2, 1, 5, 5, 1, 2.5, 2.5, 3], [0.25, 0.5, 0.125, -4, 8, 1e3]):
        low, high = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
        result.append({"values": values, "low": low, "high": high})
    return result


def elo_of(score):
    """The Elo difference at which the logistic curve has this score, by root finding."""
    return optimize.brentq(lambda x: 1 / (1 + 10 ** (-x / 400)) - score, -5000, 5000, xtol=1e-12)


def sample_of(scores, counts):
    return np.repeat(np.array(scores, dtype=float), counts)


def match(scores, counts, games):
    """Elo, normalized Elo and LOS from the expanded list of results, worst cell first."""
    sample = sample_of(scores, counts)
    mean, deviation, n = sample.mean(), sample.std(), len(sample)
    error = deviation / math.sqrt(n)
    high, low = elo_of(mean + Z95 * error), elo_of(mean - Z95 * error)
    distances = sample - 0.5
    return {
        "counts": counts,
        "score": mean,
        "elo": elo_of(mean),
        "elo_margin": (high - low) / 2,
        "normalized": (mean - 0.5) / (deviation * math.sqrt(games)) * NORMALIZED_ELO,
        "normalized_margin": Z95 / math.sqrt(games * n) * NORMALIZED_ELO,
        "superiority": stats.norm.cdf(distances.sum() / math.sqrt((distances**2).sum())),
    }


TALLIES = [[45, 10, 55], [100, 300, 150], [400, 0, 450], [2, 1, 3], [1000, 2000, 900]]
PAIRS = [[10, 20, 50, 25, 12], [40, 0, 120, 0, 55], [3, 1, 4, 2, 2], [100, 700, 1500, 720, 110]]


def matches():
    return {
        "tallies": [match([0, 0.5, 1], counts, 1) for counts in TALLIES],
        "pairs": [match([0, 0.25, 0.5, 0.75, 1], counts, 2) for counts in PAIRS],
    }


def best_log_likelihood(counts, scores, constraint):
    """The highest log-likelihood of `counts` over chances that meet `constraint`."""
    counts, scores = np.array(counts, dtype=float), np.array(scores)
    best = -math.inf
    for spread in (1.0, 0.3, 3.0):
        start = counts / counts.sum() * spread + (1 - min(spread, 1)) / len(counts)
        start /= start.sum()
        found = optimize.minimize(
            lambda p: -(counts * np.log(p)).sum(),
            start,
            jac=lambda p: -counts / p,
            method="SLSQP",
            bounds=[(1e-12, 1)] * len(counts),
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: constraint(p, scores)},
            ],
            options={"maxiter": 2000, "ftol": 1e-15},
        )
        polished = polish(counts, scores, constraint, found.x)
        if polished is not None:
            best = max(best, polished)
    return best


def polish(counts, scores, constraint, start):
    """Solves Lagrange's equations from a near solution, with numeric derivatives of the constraint."""
    size = len(counts)

    def gradient(p):
        steps = 1e-6 * np.eye(size)
        return np.array([(constraint(p + s, scores) - constraint(p - s, scores)) / 2e-6 for s in steps])

    def equations(unknowns):
        p, one, other = np.exp(unknowns[:size]), unknowns[size], unknowns[size + 1]
        slopes = counts / counts.sum() - p * (one + other * gradient(p))
        return np.concatenate([slopes, [p.sum() - 1, constraint(p, scores)]])

    guess = np.concatenate([np.log(np.maximum(start, 1e-12)), [1.0, 0.0]])
    found = optimize.root(equations, guess, method="hybr", tol=1e-13)
    p = np.exp(found.x[:size])
    if abs(p.sum() - 1) > 1e-9 or abs(constraint(p, scores)) > 1e-9:
        return None
    return (counts * np.log(p)).sum()


def has_mean(mean):
    return lambda p, scores: (p * scores).sum() - mean


def has_lead(lead):
    def constraint(p, scores):
        mean = (p * scores).sum()
        return mean - 0.5 - lead * math.sqrt((p * (scores - mean) ** 2).sum())

    return constraint


def bayes_elo_llr(counts, elo0, elo1):
    losses, draws, wins = (count + 0.5 for count in counts)
    total = losses + draws + wins

    def chances(elo, draw_elo):
        win = 1 / (1 + 10 ** ((draw_elo - elo) / 400))
        loss = 1 / (1 + 10 ** ((draw_elo + elo) / 400))
        return np.array([loss, 1 - win - loss, win])

    # The drawing margin is that of the BayesElo pair that gives the frequencies themselves.
    target = np.array([losses, draws, wins]) / total
    _, draw_elo = optimize.fsolve(
        lambda x: (chances(*x) - target)[[0, 2]], [0.0, 100.0], xtol=1e-13
    )
    ratio = np.log(chances(elo1, draw_elo)) - np.log(chances(elo0, draw_elo))
    return float((np.array([losses, draws, wins]) * ratio).sum())


def sprt():
    result = []
    for cells, games in [(c, 1) for c in TALLIES] + [(c, 2) for c in PAIRS]:
        scores = np.linspace(0, 1, len(cells))
        counts = [count if count else 1e-3 for count in cells]
        for elo0, elo1 in ((0, 5), (-3, 1), (0, 60)):
            case = {"counts": cells, "elo0": elo0, "elo1": elo1}
            logistic = [
                best_log_likelihood(counts, scores, has_mean(1 / (1 + 10 ** (-elo / 400))))
                for elo in (elo0, elo1)
            ]
            case["logistic"] = logistic[1] - logistic[0]
            normalized = [
                best_log_likelihood(
                    counts, scores, has_lead(elo / NORMALIZED_ELO * math.sqrt(games))
                )
                for elo in (elo0, elo1)
            ]
            case["normalized"] = normalized[1] - normalized[0]
            if games == 1:
                case["bayesian"] = bayes_elo_llr(cells, elo0, elo1)
            result.append(case)
    return result


def davidson_luce(players, rankings, prior):
    """Maximises the penalised log-likelihood written down from the paper; errors from the Hessian."""
    sizes = sorted({len(place) for places in rankings for place in places if len(place) > 1})

    def log_likelihood(x):
        worth, factor = x[:players], dict(zip(sizes, x[players:]))
        factor[1] = 0.0

        def log_weight(items):
            mean = sum(sum(worth[member] for member in item) for item in items) / len(items)
            return factor[len(items)] + mean

        total = 0.0
        for places in rankings:
            left = [item for place in places for item in place]
            for place in places:
                if len(left) < 2:
                    break
                weights = [
                    log_weight(items)
                    for size in [1] + sizes
                    for items in itertools.combinations(left, size)
                ]
                total += log_weight(place) - np.logaddexp.reduce(weights)
                left = left[len(place) :]
        for value in worth:  # half a win, half a loss against a ghost of worth 1
            total += prior * (value - 2 * math.log(1 + math.exp(value)))
        for value in x[players:]:  # half a tie, half a decision between two of worth 1
            chance = math.exp(value) / (2 + math.exp(value))
            total += prior * (math.log(chance) + math.log(1 - chance))
        return total

    size = players + len(sizes)
    found = optimize.minimize(
        lambda x: -log_likelihood(x), np.zeros(size), method="BFGS", options={"gtol": 1e-7}
    ).x
    for _ in range(4):  # Newton with numeric derivatives makes the optimum exact
        slope, curve = derivatives(log_likelihood, found)
        found = found - np.linalg.solve(curve, slope)
    _, curve = derivatives(log_likelihood, found)
    covariance = np.linalg.inv(-curve)[:players, :players]
    centre = np.eye(players) - 1 / players
    return (
        ELO * (centre @ found[:players]),
        ELO**2 * (centre @ covariance @ centre.T),
        [math.exp(value) for value in found[players:]],
        sizes,
    )


def derivatives(function, x):
    size = len(x)
    steps = 1e-3 * np.eye(size)

    def fourth_order(f):
        return lambda s: (8 * (f(x + s) - f(x - s)) - (f(x + 2 * s) - f(x - 2 * s))) / 12e-3

    slope = np.array([fourth_order(function)(s) for s in steps])
    curve = np.zeros((size, size))
    weights = {-2: 1, -1: -8, 1: 8, 2: -1}
    for i in range(size):
        for j in range(size):
            curve[i, j] = sum(
                a * b * function(x + m * steps[i] + n * steps[j])
                for (m, a), (n, b) in itertools.product(weights.items(), weights.items())
            ) / (12e-3) ** 2
    return slope, curve


def ratings():
    random = np.random.default_rng(20240229)
    cases = []

    def add(name, players, rankings, prior=0.5):
        values, covariance, factors, sizes = davidson_luce(players, rankings, prior)
        difference = [0, players - 1]
        a, b = difference
        variance = covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
        cases.append(
            {
                "name": name,
                "players": players,
                "prior": prior,
                "rankings": rankings,
                "values": values.tolist(),
                "margins": (Z95 * np.sqrt(np.diag(covariance))).tolist(),
                "difference_margin": float(Z95 * math.sqrt(variance)),
                "tie_sizes": sizes,
                "tie_factors": factors,
            }
        )

    def solo(*places):
        return [[[player] for player in place] for place in places]

    two = [solo([0], [1])] * 6 + [solo([1], [0])] * 3 + [solo([0, 1])] * 2
    add("a match with draws", 2, two)
    add("a match all won", 2, [solo([0], [1])] * 10)
    add("a match all drawn", 2, [solo([0, 1])] * 10)

    cycle = []
    for a, b in itertools.combinations(range(5), 2):
        for _ in range(6):
            draw = random.random()
            cycle.append(solo([a, b]) if draw < 0.2 else solo([a], [b]) if draw < 0.65 else solo([b], [a]))
    add("a round robin of five", 5, cycle)

    tables = []
    for _ in range(30):
        seats = random.permutation(6)[:4].tolist()
        cuts = random.random()
        if cuts < 0.5:
            tables.append(solo(*[[seat] for seat in seats]))
        elif cuts < 0.7:
            tables.append(solo(seats[:1], seats[1:3], seats[3:]))
        elif cuts < 0.8:
            tables.append(solo(seats[:2], seats[2:]))
        elif cuts < 0.9:
            tables.append(solo(seats[:3], seats[3:]))
        else:
            tables.append(solo(seats[:1], seats[1:]))
    add("tables of four with ties", 6, tables)

    copies = [solo([0], [1], [1], [1])] * 5 + [solo([1], [0], [1], [1])] * 9
    copies += [solo([1], [1], [0, 1])] * 4 + [solo([1], [1], [1], [0])] * 2
    add("one against three copies", 2, copies)

    teams = []
    for _ in range(25):
        a, b, c, d = random.permutation(5)[:4].tolist()
        draw = random.random()
        teams.append([[[a, b], [c, d]]] if draw < 0.15 else [[[a, b]], [[c, d]]])
    add("teams of two", 5, teams)
    return cases


def by_choix():
    """Plackett–Luce and Bradley–Terry without ties and nearly without prior, by choix."""
    random = np.random.default_rng(7)
    duels, tables = [], []
    for _ in range(300):
        a, b = random.permutation(4)[:2].tolist()
        a, b = (a, b) if random.random() < 1 / (1 + math.exp(0.4 * (a - b))) else (b, a)
        duels.append([a, b])
        worth = 0.5 * np.arange(5) + random.gumbel(size=5)
        table = random.permutation(5)[:4]
        tables.append(sorted(table.tolist(), key=lambda player: -worth[player]))
    result = []
    for players, orders, fit in (
        (4, duels, lambda: choix.opt_pairwise(4, duels, alpha=0.0, tol=1e-12)),
        (5, tables, lambda: choix.opt_rankings(5, tables, alpha=0.0, tol=1e-12)),
    ):
        values = fit()
        values = ELO * (values - values.mean())
        result.append({"players": players, "orders": orders, "values": values.tolist()})
    return result


if __name__ == "__main__":
    answer = {
        "made by": "statistics.py with scipy, statsmodels and choix",
        "distributions": distributions(),
        "wilson": wilson(),
        "means": means(),
        "matches": matches(),
        "sprt": sprt(),
        "ratings": ratings(),
        "choix": by_choix(),
    }
    # A case a line, so that a change shows where it is.
    text = json.dumps(answer, default=float)
    print(text.replace('}, {"', '},\n{"').replace('], "', '],\n"'))
