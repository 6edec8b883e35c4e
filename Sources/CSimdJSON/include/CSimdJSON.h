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
  /// `true` or `false`, with that as its text, or an object, without one.
  CSJ_OTHER,
  /// The text of an object or array as it stands in the record, where it was asked for (`CSJ_WHOLE`).
  CSJ_RAW,
};

/// How a step of a path goes on from a value.
enum csj_step_kind {
  /// To the member of an object that has this key.
  CSJ_MEMBER = 0,
  /// In an array of `{"key": …, "value": {…}}`: to what the one member of `value` holds, where `key` is this one.
  CSJ_ENTRY,
  /// In an array of `{"schema": "iglu:vendor/name/format/version", "data": …}`: to `data`, where vendor, name and the first number of the
  /// version are `vendor/name/number`. An object of this shape counts as an array of one.
  CSJ_SCHEMA,
  /// To the first element of an array. A value that is no array counts as an array of one.
  CSJ_FIRST,
  /// Nowhere: the value's own text is wanted, whatever it is. The last step of a path.
  CSJ_WHOLE,
};

typedef struct {
  enum csj_step_kind kind;
  const char *key;
} csj_step;

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

/// Asks for the value at a path, to be put at `place` among the values. A text on the way that holds a JSON object or array is read as that.
void csj_reader_add_path(csj_reader *reader, const csj_step *steps, size_t count, size_t place);

/// Says what all is the context of a record, such as device and version: after all paths were added. Records mostly end with the same context as some
/// record before: such an end is not read again.
void csj_reader_set_context(csj_reader *reader, const size_t *places, size_t count);

/// A number of the values of the context in the last record: the same number, the same values. 0 where it has none.
uint64_t csj_reader_context(const csj_reader *reader);

/// Reads one record into as many values as the reader has places. They are valid until the next record is read. Of repeated keys the last counts.
enum csj_status csj_reader_read(csj_reader *reader, const char *bytes, size_t length, csj_value *values);

/// Reads a part of a record, an object or an array, into those values only that were asked for.
enum csj_status csj_reader_fill(csj_reader *reader, const char *bytes, size_t length, csj_value *values);

/// Finds the elements of an array. For one thread.
typedef struct csj_splitter csj_splitter;

/// Null where memory is short.
csj_splitter *csj_splitter_create(void);
void csj_splitter_destroy(csj_splitter *splitter);

/// Puts the texts of the elements of an array at `elements`, where they stay until the next call. Behind `bytes` as behind any record, some padding
/// must be readable.
enum csj_status csj_splitter_split(csj_splitter *splitter, const char *bytes, size_t length, const csj_value **elements, size_t *count);

/// Whether the bytes are UTF-8.
int csj_is_utf8(const char *bytes, size_t length);

#ifdef __cplusplus
}
#endif
#endif
