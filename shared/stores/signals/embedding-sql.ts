/** Vectors in SQL, with functions that servers older than 26.7 have too. */

/** The column's values as they were inserted: little-endian bfloat16, base64. */
export const EMBEDDING_BASE64 =
  "base64Encode(substring(formatRow('RowBinary', embedding), -2 * length(embedding)))";
