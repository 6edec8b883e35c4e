#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of value at a path of a record.
enum csj_kind {
  CSJ_ABSENT = 0,
  CSJ_STRING,
  /// A number as written: it never passes through floating point.
  CSJ_NUMBER,
  /// An array of strings and numbers, each after a `csj_list_mark`; other elements are ignored.
  CSJ_LIST,
  /// `true` or `false`, with that text, or an object, without text.
  CSJ_OTHER,
  /// The raw text of an object or array, if requested (`CSJ_WHOLE`).
  CSJ_RAW,
  /// Among the parts of a document: the beginning of an object or array, and its end; a key, before its value.
  CSJ_OBJECT,
  CSJ_ARRAY,
  CSJ_END,
  CSJ_KEY,
};

/// Begins each element of a `CSJ_LIST`: a byte that UTF-8 does not have, so that an element may hold any character.
static const char csj_list_mark = '\xFF';

/// The kind of a path's step.
enum csj_step_kind {
  /// The member of an object with this key.
  CSJ_MEMBER = 0,
  /// In an array of `{"key": …, "value": {…}}`: the only member of `value`, if `key` is this one.
  CSJ_ENTRY,
  /// In an array of `{"schema": "iglu:vendor/name/format/version", "data": …}`: `data`, if vendor, name and the first number of the
  /// version are `vendor/name/number`. An object of this shape counts as an array of one.
  CSJ_SCHEMA,
  /// The first element of an array. A value that is not an array counts as an array of one.
  CSJ_FIRST,
  /// The value's raw text, whatever it is. The last step of a path.
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

/// Reads the values at some paths from JSON objects. For one thread.
typedef struct csj_reader csj_reader;

/// The number of readable bytes required after a record.
extern const size_t csj_padding;

/// A reader of `places` values per record. Null if out of memory.
csj_reader *csj_reader_create(size_t places);
void csj_reader_destroy(csj_reader *reader);

/// Requests the value at a path, at index `place` of the output. A text on the path that holds a JSON object or array is parsed.
void csj_reader_add_path(csj_reader *reader, const csj_step *steps, size_t count, size_t place);

/// Reads one record into as many values as the reader has. They are valid until the next record is read. Of repeated keys, the last wins.
enum csj_status csj_reader_read(csj_reader *reader, const char *bytes, size_t length, csj_value *values);

/// Reads a part of a record, an object or an array, into only the requested values.
enum csj_status csj_reader_fill(csj_reader *reader, const char *bytes, size_t length, csj_value *values);

/// Lists what is in a document, whatever it is. For one thread.
typedef struct csj_lister csj_lister;

/// Null if out of memory.
csj_lister *csj_lister_create(void);
void csj_lister_destroy(csj_lister *lister);

/// Puts all parts of a document at `parts`, in their order: brackets, keys and values. They are valid until the next call.
enum csj_status csj_lister_parts(csj_lister *lister, const char *bytes, size_t length, const csj_value **parts, size_t *count);

/// Puts the texts of the elements of an array at `elements`, valid until the next call and followed by readable padding.
enum csj_status csj_lister_elements(csj_lister *lister, const char *bytes, size_t length, const csj_value **elements, size_t *count);

/// Whether the bytes are UTF-8.
int csj_is_utf8(const char *bytes, size_t length);

#ifdef __cplusplus
}
#endif
#endif
