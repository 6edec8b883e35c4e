// Reads the fields of a log's records by CSimdJSON, and by simdjson's public API, On Demand, with the same demands:
// members in any order, of repeated keys the last, unknown members, lists, numbers as written.
//
//   ondemand LOG RUNS      one line per reader: its name, the events, nanoseconds per event, GB/s, a digest of all values
//   ondemand --records     how each reader judges some records, and what it reads around a broken one
//
// Each reader runs on one thread, over a log in memory; they take turns, and the fastest run counts.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "../../Sources/CSimdJSON/Tape.h"
#include "../../Sources/CSimdJSON/include/CSimdJSON.h"

namespace {

/// The fields of the navigation log.
const char *const names[] = {"time",  "user",    "event", "id", "session", "screen",   "target",     "container",   "via",    "outcome", "value",
                             "depth", "x",       "y",     "platform",      "os_version", "app_version", "device", "width",   "locale", "variant"};
constexpr size_t count = sizeof names / sizeof *names;

struct Values {
  csj_value all[count];
};

/// Takes what a reader reads: in timed runs only so much that no work can be left out.
struct Taker {
  bool digests = false;
  size_t events = 0, bytes = 0;
  uint64_t digest = 0;

  void take(const Values &values) {
    events++;
    for (const csj_value &value : values.all) {
      bytes += value.length + value.kind;
      if (digests) digest = XXH3_64bits_withSeed(value.bytes, value.length, digest * 31 + value.kind);
    }
  }
};

template <class Body>
void for_each_line(const char *log, size_t length, Body body) {
  for (const char *end = log + length; log < end;) {
    auto feed = static_cast<const char *>(std::memchr(log, '\n', end - log));
    const char *stop = feed ? feed : end;
    body(log, stop - log);
    log = stop + 1;
  }
}

/// The reader of navaudit.
void by_csimdjson(const char *log, size_t length, Taker &taker) {
  csj_reader *reader = csj_reader_create(count);
  for (size_t i = 0; i < count; i++) {
    csj_step step = {CSJ_MEMBER, names[i]};
    csj_reader_add_path(reader, &step, 1, i);
  }
  Values values;
  for_each_line(log, length, [&](const char *line, size_t size) {
    if (csj_reader_read(reader, line, size, values.all) == CSJ_OK) taker.take(values);
  });
  csj_reader_destroy(reader);
}

/// Reads records by On Demand.
/// - checks: whether the whole record must be valid, as CSimdJSON demands, or only what On Demand looks at anyway.
template <bool checks>
class OnDemandReader {
 public:
  OnDemandReader() {
    for (size_t i = 0; i < count; i++) by_length[std::strlen(names[i])].push_back(i);
  }

  template <class Document>
  bool read(Document &document, Values &values) {
    for (csj_value &value : values.all) value = {nullptr, 0, CSJ_ABSENT};
    lists.clear();
    ondemand::object object;
    if (document.get_object().get(object)) return false;
    size_t *expected = &first;
    for (auto result : object) {
      ondemand::field field;
      if (std::move(result).get(field)) return false;
      // As in CSimdJSON, the member that followed in the last record is tried first.
      size_t place = *expected;
      if (place == count || !field.key().unsafe_is_equal(names[place])) {
        std::string_view key;
        if (field.unescaped_key().get(key)) return false;
        place = find(key);
        if (place < count) *expected = place;
      }
      if (place < count) {
        expected = &followers[place];
        if (!read(field.value(), values.all[place])) return false;
      } else if (checks && !check(field.value())) {
        return false;
      }
    }
    return true;
  }

 private:
  size_t find(std::string_view key) const {
    if (key.size() >= 16) return count;
    for (size_t place : by_length[key.size()]) {
      if (key == names[place]) return place;
    }
    return count;
  }

  static bool trim(std::string_view &token) {
    while (!token.empty() && is_blank(token.back())) token.remove_suffix(1);
    return !token.empty();
  }

  /// Texts without escapes are not copied.
  static bool read_text(ondemand::value value, std::string_view token, std::string_view &text) {
    if (token.size() < 2 || token.back() != '"') return false;
    text = token.substr(1, token.size() - 2);
    return std::memchr(text.data(), '\\', text.size()) == nullptr || !value.get_string().get(text);
  }

  bool read(ondemand::value value, csj_value &found) {
    std::string_view token = value.raw_json_token(), text;
    if (!trim(token)) return false;
    switch (token[0]) {
      case '"':
        if (!read_text(value, token, text)) return false;
        found = {text.data(), text.size(), CSJ_STRING};
        return true;
      case '{':
        found = {nullptr, 0, CSJ_OTHER};
        return !checks || check(value);
      case '[': return read_list(value, found);
      case 't':
        found = {"true", 4, CSJ_OTHER};
        return !checks || token == "true";
      case 'f':
        found = {"false", 5, CSJ_OTHER};
        return !checks || token == "false";
      case 'n':
        found = {nullptr, 0, CSJ_ABSENT};
        return !checks || token == "null";
      default:
        found = {token.data(), token.size(), CSJ_NUMBER};
        return !checks || is_number(token);
    }
  }

  bool read_list(ondemand::value value, csj_value &found) {
    ondemand::array array;
    if (value.get_array().get(array)) return false;
    lists.emplace_back();
    std::string &joined = lists.back();
    bool is_joined = false;
    for (auto result : array) {
      ondemand::value element;
      csj_value own;
      if (std::move(result).get(element)) return false;
      if (element.raw_json_token()[0] == '[') {
        if (checks && !check(element)) return false;
        continue;
      }
      if (!read(element, own)) return false;
      if (own.kind != CSJ_STRING && own.kind != CSJ_NUMBER) continue;
      if (is_joined) joined += '|';
      joined.append(own.bytes, own.length);
      is_joined = true;
    }
    found = {joined.data(), joined.size(), CSJ_LIST};
    return true;
  }

  /// Walks over a value that is not requested: On Demand itself skips it without a look.
  static bool check(ondemand::value value) {
    std::string_view token = value.raw_json_token(), text;
    if (!trim(token)) return false;
    switch (token[0]) {
      case '"': return read_text(value, token, text);
      case '{': {
        ondemand::object object;
        if (value.get_object().get(object)) return false;
        for (auto result : object) {
          ondemand::field field;
          if (std::move(result).get(field) || field.unescaped_key().get(text) || !check(field.value())) return false;
        }
        return true;
      }
      case '[': {
        ondemand::array array;
        if (value.get_array().get(array)) return false;
        for (auto result : array) {
          ondemand::value element;
          if (std::move(result).get(element) || !check(element)) return false;
        }
        return true;
      }
      default: return token == "true" || token == "false" || token == "null" || is_number(token);
    }
  }

  std::vector<size_t> by_length[16];
  size_t first = count;
  size_t followers[count] = {count, count, count, count, count, count, count, count, count, count, count,
                             count, count, count, count, count, count, count, count, count, count};
  std::deque<std::string> lists;
};

/// Each line is a document of its own.
template <bool checks>
void by_iterate(const char *log, size_t length, Taker &taker) {
  OnDemandReader<checks> reader;
  ondemand::parser parser;
  Values values;
  for_each_line(log, length, [&](const char *line, size_t size) {
    ondemand::document document;
    if (parser.iterate(padded_string_view(line, size, size + SIMDJSON_PADDING)).get(document)) return;
    if (!reader.read(document, values)) return;
    if (checks && document.current_location().error() != OUT_OF_BOUNDS) return;
    taker.take(values);
  });
}

/// simdjson's stream of documents: its first stage goes over a megabyte at a time. It ends at the first error: after one in a record, simdjson 3.0
/// dereferences a null pointer when it looks for the next.
template <bool checks>
void by_iterate_many(const char *log, size_t length, Taker &taker) {
  OnDemandReader<checks> reader;
  ondemand::parser parser;
  parser.threaded = false;
  ondemand::document_stream stream;
  Values values;
  if (parser.iterate_many(log, length, ondemand::DEFAULT_BATCH_SIZE).get(stream)) return;
  for (auto document : stream) {
    if (document.error() || !reader.read(document, values)) return;
    taker.take(values);
  }
}

struct Reader {
  const char *name;
  void (*read)(const char *log, size_t length, Taker &taker);
};

const Reader readers[] = {
    {"CSimdJSON", by_csimdjson},
    {"On Demand, iterate, records checked", by_iterate<true>},
    {"On Demand, iterate", by_iterate<false>},
    {"On Demand, iterate_many, records checked", by_iterate_many<true>},
    {"On Demand, iterate_many", by_iterate_many<false>},
};

void time_all(const std::string &log, size_t length, int runs) {
  constexpr size_t all = sizeof readers / sizeof *readers;
  double best[all];
  Taker takers[all];
  for (size_t i = 0; i < all; i++) {
    takers[i].digests = true;
    readers[i].read(log.data(), length, takers[i]);
    best[i] = 1e9;
  }
  for (int run = 0; run < runs; run++) {
    for (size_t i = 0; i < all; i++) {
      Taker taker;
      auto start = std::chrono::steady_clock::now();
      readers[i].read(log.data(), length, taker);
      std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      if (taker.bytes != takers[i].bytes) std::exit(1);
      best[i] = std::min(best[i], took.count());
    }
  }
  for (size_t i = 0; i < all; i++) {
    std::printf("%s\t%zu\t%.1f\t%.2f\t%016llx\n", readers[i].name, takers[i].events, best[i] * 1e9 / takers[i].events, length / best[i] / 1e9,
                static_cast<unsigned long long>(takers[i].digest));
  }
}

/// How many of three records each reader delivers, when the one in the middle is this one.
void judge() {
  const std::pair<const char *, std::string> records[] = {
      {"valid", R"({"event":"e","x":1})"},
      {"valid: a number of 40 digits", R"({"event":"e","x":1234567890123456789012345678901234567890})"},
      {"broken: a wrong word in an unknown member", R"({"event":"e","extra":nul})"},
      {"broken: a wrong number in an unknown member", R"({"event":"e","extra":[01]})"},
      {"broken: text after the record", R"({"event":"e"}})"},
      {"broken: a comma is missing", R"({"event":"e" "x":1})"},
      {"broken: cut off in a member", R"({"event":"e","x":)"},
      {"broken: cut off in a text", R"({"event":"e","x":"ab)"},
      {"broken: not UTF-8", "{\"event\":\"\xff\"}"},
  };
  for (auto &[name, record] : records) {
    std::string log = "{\"event\":\"before\"}\n" + record + "\n{\"event\":\"after\"}\n";
    size_t length = log.size();
    log.append(SIMDJSON_PADDING, '\0');
    std::printf("%s", name);
    for (const Reader &reader : readers) {
      Taker taker;
      reader.read(log.data(), length, taker);
      std::printf("\t%zu", taker.events);
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int arguments, char **texts) {
  if (arguments == 2 && std::strcmp(texts[1], "--records") == 0) {
    judge();
    return 0;
  }
  if (arguments != 3) {
    std::fputs("usage: ondemand LOG RUNS, or ondemand --records\n", stderr);
    return 64;
  }
  std::ifstream file(texts[1], std::ios::binary | std::ios::ate);
  if (!file) {
    std::perror(texts[1]);
    return 2;
  }
  size_t length = file.tellg();
  std::string log(length + SIMDJSON_PADDING, '\0');
  file.seekg(0).read(log.data(), length);
  time_all(log, length, std::atoi(texts[2]));
}
