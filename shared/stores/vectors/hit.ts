/** Reads column `hit` of `signal_vectors`: what a search needs of a signal, packed by migration 019. */

export interface Hit {
  signalId: string;
  detectedAtMs: number;
  /** As decimal digits. */
  version: string;
  /** Word pieces of its summary. */
  tokens: number[];
  signalType: string;
  companyKey: string;
  contactKey: string;
}

const TOKENS_AT = 46;
const TWO_TO_32 = 2 ** 32;

export function readHit(base64: string): Hit {
  const bytes = Buffer.from(base64, 'base64');
  const id = bytes.toString('hex', 0, 16);
  const tokens = new Array<number>(bytes.readUInt16LE(40));
  for (let at = 0; at < tokens.length; at += 1) tokens[at] = bytes.readUInt16LE(TOKENS_AT + 2 * at);
  const typeAt = TOKENS_AT + 2 * tokens.length;
  const companyAt = typeAt + bytes.readUInt16LE(42);
  const contactAt = companyAt + bytes.readUInt16LE(44);
  return {
    signalId: `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
    detectedAtMs: bytes.readInt32LE(20) * TWO_TO_32 + bytes.readUInt32LE(16),
    version: String((bytes.readBigUInt64LE(32) << 64n) | bytes.readBigUInt64LE(24)),
    tokens,
    signalType: bytes.toString('utf8', typeAt, companyAt),
    companyKey: bytes.toString('utf8', companyAt, contactAt),
    contactKey: contactAt < bytes.length ? bytes.toString('utf8', contactAt) : '',
  };
}
