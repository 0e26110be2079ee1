/** Recognises a body that arrives in tiny pieces. Each takes time, however small it is. Pure. */

/** After the first pieces, the average is at least this. */
const MIN_PIECE_BYTES = 64;
const FREE_PIECES = 1_000;

/** Returns a check to call with the bytes of each piece: true once the pieces are too small. */
export function createTinyPiecesCheck(): (bytes: number) => boolean {
  let pieces = 0;
  let total = 0;
  return (bytes) => {
    pieces += 1;
    total += bytes;
    return pieces > FREE_PIECES + total / MIN_PIECE_BYTES;
  };
}
