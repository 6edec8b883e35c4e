// The lower bound: simdjson only walks over every key and value of a log, with as many threads as there are cores, and keeps nothing.
//
//   floor LOG THREADS
//
// Prints the number of events, and the total bytes of their values (so that the compiler cannot skip the work).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <simdjson.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace simdjson;

namespace {

constexpr size_t block_size = 4 << 20;

/// Hands out blocks of complete lines.
class Blocks {
public:
  explicit Blocks(const char *path) : file(open(path, O_RDONLY)) {
    if (file < 0) {
      std::perror(path);
      std::exit(2);
    }
  }

  /// Fills the block with lines, and returns their total length: 0 at the end of the log.
  size_t next(std::vector<char> &block) {
    std::lock_guard<std::mutex> guard(mutex);
    block.resize(block_size + SIMDJSON_PADDING);
    size_t size = rest.size();
    std::memcpy(block.data(), rest.data(), size);
    rest.clear();
    while (true) {
      while (size < block.size() - SIMDJSON_PADDING) {
        ssize_t count = read(file, block.data() + size, block.size() - SIMDJSON_PADDING - size);
        if (count < 0) {
          std::perror("read");
          std::exit(2);
        }
        if (count == 0) return size;
        size += static_cast<size_t>(count);
      }
      if (auto end = static_cast<char *>(memrchr(block.data(), '\n', size))) {
        size_t lines = static_cast<size_t>(end - block.data()) + 1;
        rest.assign(block.data() + lines, size - lines);
        return lines;
      }
      block.resize(2 * block.size());
    }
  }

private:
  int file;
  std::mutex mutex;
  std::string rest;
};

struct Counts {
  size_t events = 0, bytes = 0;
};

error_code walk(ondemand::parser &parser, const std::vector<char> &block, size_t size, Counts &counts) {
  ondemand::document_stream stream;
  if (auto error = parser.iterate_many(block.data(), size, block.size()).get(stream)) return error;
  for (auto document : stream) {
    ondemand::object object;
    if (auto error = document.get_object().get(object)) return error;
    for (auto field : object) {
      ondemand::raw_json_string key;
      ondemand::value value;
      if (auto error = field.key().get(key)) return error;
      if (auto error = field.value().get(value)) return error;
      counts.bytes += value.raw_json_token().size();
    }
    counts.events++;
  }
  return SUCCESS;
}

} // namespace

int main(int count, char **arguments) {
  if (count != 3) {
    std::fputs("usage: floor LOG THREADS\n", stderr);
    return 64;
  }
  Blocks blocks(arguments[1]);
  std::vector<Counts> counts(static_cast<size_t>(std::max(1, std::atoi(arguments[2]))));
  std::vector<std::thread> threads;
  for (Counts &own : counts) {
    threads.emplace_back([&blocks, &own] {
      ondemand::parser parser;
      std::vector<char> block;
      while (size_t size = blocks.next(block)) {
        if (auto error = walk(parser, block, size, own)) {
          std::fprintf(stderr, "floor: %s\n", error_message(error));
          std::exit(2);
        }
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  Counts all;
  for (const Counts &own : counts) {
    all.events += own.events;
    all.bytes += own.bytes;
  }
  std::printf("%zu events, %zu bytes of values\n", all.events, all.bytes);
}
