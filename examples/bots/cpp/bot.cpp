// A bot for Bellwether: at each of its turns one line of JSON comes in, and one move goes out.
#include <iostream>
#include <random>
#include <string>
#include <vector>

// The quoted words between two marks in the line. No word has quotes inside: this is all of JSON we need.
std::vector<std::string> words(const std::string& line, const std::string& begin, const std::string& end) {
    std::vector<std::string> found;
    size_t at = line.find(begin) + begin.size(), last = line.find(end, at);
    while ((at = line.find('"', at)) < last) {
        size_t close = line.find('"', at + 1);
        found.push_back(line.substr(at + 1, close - at - 1));
        at = close + 1;
    }
    return found;
}

// How much you like a move: the bot plays one that it likes best. Make this clever.
// The board's squares are in rows from the top: "." is empty, "#" is no square.
double worth(const std::string& move, const std::vector<std::string>& board, size_t rows) {
    static std::mt19937 chance{std::random_device{}()};
    size_t at = move.find_last_of("abcdefghijklmnopqrstuvwxyz");  // where the move ends: e5 in d4e5
    size_t rank = at + 1 < move.size() ? std::stoul(move.substr(at + 1)) : 1;  // some moves name no row
    size_t row = rows - rank, column = move[at] - 'a';
    bool takes = board[row * (board.size() / rows) + column] != ".";  // something stands there: it is taken
    return takes + std::uniform_real_distribution<>(0, 1)(chance);
}

int main() {
    for (std::string line, best; std::getline(std::cin, line); std::cout << best << std::endl) {  // endl flushes
        auto board = words(line, "\"board\":[[", "]]"), moves = words(line, "\"moves\":[", "]");
        size_t rows = 1, at = line.find("\"board\":[[");
        for (size_t end = line.find("]]", at); (at = line.find("],[", at)) < end; at += 3) rows++;
        double most = -1;
        for (auto& move : moves)
            if (double now = worth(move, board, rows); now > most) most = now, best = move;
        std::cerr << "playing " << best << "\n";  // standard error is your log
    }
}
