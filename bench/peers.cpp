// Two order books in C++ on the order stream of the bench: one as usually written with the standard library, and one with a list for each price.
// Called by bench/cpp-peers.ts: `peers FILE plain|ladder PREFILL hash|time`. Prints seconds, trades, shares, hash and orders left.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <list>
#include <map>
#include <unordered_map>
#include <vector>

struct Command {
  int32_t is_cancel, id, is_sell, price, quantity;
};

struct Tally {
  uint64_t trades = 0, volume = 0;
  uint32_t hash = 0x811c9dc5;
  bool is_hashing = false;

  void add(int32_t maker, int32_t taker, int32_t price, int32_t quantity) {
    trades++;
    volume += quantity;
    if (!is_hashing) return;
    for (int32_t part : {maker, taker, price, quantity}) hash = (hash ^ static_cast<uint32_t>(part)) * 16777619u;
  }
};

/** Sorted levels of lists, and a table with the place of each order. */
class PlainBook {
  struct Order {
    int32_t id, left;
  };
  using Levels = std::map<int32_t, std::list<Order>>;
  struct Place {
    bool is_sell;
    Levels::iterator level;
    std::list<Order>::iterator order;
  };
  // Sells are keyed by their price, buys by minus their price: the first level is the best one on both sides.
  Levels sides[2];
  std::unordered_map<int32_t, Place> places;

 public:
  Tally tally;

  explicit PlainBook(int32_t) {}

  void limit(const Command& c) {
    Levels& others = sides[1 - c.is_sell];
    const int32_t reach = c.is_sell ? -c.price : c.price;
    int32_t left = c.quantity;
    while (left > 0 && !others.empty() && others.begin()->first <= reach) {
      auto level = others.begin();
      Order& maker = level->second.front();
      const int32_t part = left < maker.left ? left : maker.left;
      left -= part;
      maker.left -= part;
      tally.add(maker.id, c.id, level->first < 0 ? -level->first : level->first, part);
      if (maker.left > 0) break;
      places.erase(maker.id);
      level->second.pop_front();
      if (level->second.empty()) others.erase(level);
    }
    if (left == 0) return;
    auto level = sides[c.is_sell].try_emplace(c.is_sell ? c.price : -c.price).first;
    level->second.push_back({c.id, left});
    places[c.id] = {c.is_sell == 1, level, std::prev(level->second.end())};
  }

  void cancel(const Command& c) {
    auto found = places.find(c.id);
    if (found == places.end()) return;
    auto [is_sell, level, order] = found->second;
    level->second.erase(order);
    if (level->second.empty()) sides[is_sell].erase(level);
    places.erase(found);
  }

  uint64_t orders() const { return places.size(); }
};

/** One list for each possible price, and orders in one array by their number: the cost of a book without any searching. */
class LadderBook {
  static constexpr int32_t prices = 1 << 16;
  struct Order {
    int32_t left = 0, price = 0, before = 0, after = 0;
  };
  struct Level {
    int32_t first = 0, last = 0;
  };
  std::vector<Order> orders_;
  std::vector<Level> sides[2];
  int32_t best[2] = {0, prices - 1};
  uint64_t live = 0;

  void unlink(int32_t id, bool is_sell) {
    Order& order = orders_[id];
    Level& level = sides[is_sell][order.price];
    (order.before ? orders_[order.before].after : level.first) = order.after;
    (order.after ? orders_[order.after].before : level.last) = order.before;
    order.left = 0;
    live--;
  }

 public:
  Tally tally;

  explicit LadderBook(int32_t last_id)
      : orders_(last_id + 1), sides{std::vector<Level>(prices), std::vector<Level>(prices)} {}

  void limit(const Command& c) {
    const bool is_sell = c.is_sell;
    int32_t& at = best[!is_sell];
    int32_t left = c.quantity;
    while (left > 0 && (is_sell ? at >= c.price && at > 0 : at <= c.price)) {
      const int32_t maker = sides[!is_sell][at].first;
      if (maker == 0) {
        at += is_sell ? -1 : 1;
        continue;
      }
      const int32_t part = left < orders_[maker].left ? left : orders_[maker].left;
      left -= part;
      tally.add(maker, c.id, at, part);
      if (orders_[maker].left == part) unlink(maker, !is_sell);
      else orders_[maker].left -= part;
    }
    if (left == 0) return;
    Level& level = sides[is_sell][c.price];
    orders_[c.id] = {left, c.price, level.last, 0};
    (level.last ? orders_[level.last].after : level.first) = c.id;
    level.last = c.id;
    live++;
    if (is_sell ? c.price < best[1] : c.price > best[0]) best[is_sell] = c.price;
  }

  void cancel(const Command& c) {
    if (orders_[c.id].left > 0) unlink(c.id, c.is_sell);
  }

  uint64_t orders() const { return live; }
};

template <class Book>
int run(const std::vector<Command>& commands, size_t prefill, bool is_hashing) {
  int32_t last_id = 0;
  for (const Command& c : commands)
    if (c.id > last_id) last_id = c.id;
  Book book(last_id);
  book.tally.is_hashing = is_hashing;
  auto started = std::chrono::steady_clock::now();
  for (size_t k = 0; k < commands.size(); k++) {
    if (k == prefill) started = std::chrono::steady_clock::now();
    if (commands[k].is_cancel) book.cancel(commands[k]);
    else book.limit(commands[k]);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
  std::printf("%.9f %llu %llu %u %llu\n", taken.count(), static_cast<unsigned long long>(book.tally.trades),
              static_cast<unsigned long long>(book.tally.volume), book.tally.hash,
              static_cast<unsigned long long>(book.orders()));
  return 0;
}

int main(int count, char** args) {
  if (count != 5) return 2;
  std::FILE* file = std::fopen(args[1], "rb");
  if (!file) return 2;
  std::fseek(file, 0, SEEK_END);
  std::vector<Command> commands(std::ftell(file) / sizeof(Command));
  std::rewind(file);
  const size_t got = std::fread(commands.data(), sizeof(Command), commands.size(), file);
  std::fclose(file);
  if (got != commands.size()) return 2;
  const size_t prefill = std::strtoull(args[3], nullptr, 10);
  const bool is_hashing = std::strcmp(args[4], "hash") == 0;
  return std::strcmp(args[2], "ladder") == 0 ? run<LadderBook>(commands, prefill, is_hashing)
                                             : run<PlainBook>(commands, prefill, is_hashing);
}
