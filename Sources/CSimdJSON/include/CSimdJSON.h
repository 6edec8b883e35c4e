#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What stands at a path of a record.
enum csj_kind {
  CSJ_ABSENT = 0,
  CSJ_STRING,
  /// A number as it is written: it never passes through floating point.
  CSJ_NUMBER,
  /// An array of strings and numbers, joined with `|`; other elements are left out.
  CSJ_LIST,
  /// `true`, `false`, or an object.
  CSJ_OTHER,
};

typedef struct {
  const char *bytes;
  size_t length;
  enum csj_kind kind;
} csj_value;

enum csj_status {
  CSJ_OK = 0,
  CSJ_NOT_JSON,
  CSJ_NOT_AN_OBJECT,
  CSJ_NOT_UTF8,
};

/// Reads the values at some paths out of JSON objects. For one thread.
typedef struct csj_reader csj_reader;

/// The number of bytes that must be readable behind a record.
extern const size_t csj_padding;

/// A reader of `places` values a record. Null where memory is short.
csj_reader *csj_reader_create(size_t places);
void csj_reader_destroy(csj_reader *reader);

/// Asks for the value at a path of keys, to be put at `place` among the values.
void csj_reader_add_path(csj_reader *reader, const char *const *keys, size_t count, size_t place);

/// Reads one record into as many values as the reader has places. They are valid until the next record is read. Of repeated keys the last counts.
enum csj_status csj_reader_read(csj_reader *reader, const char *bytes, size_t length, csj_value *values);

/// Whether the bytes are UTF-8.
int csj_is_utf8(const char *bytes, size_t length);

#ifdef __cplusplus
}
#endif
#endif
