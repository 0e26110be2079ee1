import { gzipSync } from 'node:zlib';
import { CompressionCodecs, CompressionTypes } from 'kafkajs';
import { beforeEach, expect, it } from 'vitest';
import { beginFetch, registerCodecs } from '../../../../../shared/platform/kafka/compression.js';

beforeEach(beginFetch);

const TEXT = '{"source":"funding-rounds","event_id":"1"}\n'.repeat(40);
/** `TEXT`, compressed with python-snappy, and with Python's lz4 and zstandard as streams. */
const SNAPPY = Buffer.from(
  `b80da87b22736f75726365223a2266756e64696e672d726f756e6473222c226576656e745f6964223a2231227d0a${'fe2b00'.repeat(26)}322b00`,
  'hex',
);
const LZ4 = Buffer.from(
  '04224d186040823c000000ff1c7b22736f75726365223a2266756e64696e672d726f756e6473222c226576656e745f6964223a2231227d0a2b00ffffffffffff7b502231227d0a00000000',
  'hex',
);
const ZSTD = Buffer.from(
  '28b52ffd0058a50100b4027b22736f75726365223a2266756e64696e672d726f756e6473222c226576656e745f6964223a2231227d0a010053d4fdaa0c',
  'hex',
);
const MIB = 1_048_576;
const ABOVE_LIMIT = 129 * MIB;

/** Two blocks in the frame of Java clients. */
function inXerialFrame(...blocks: Buffer[]): Buffer {
  const sized = blocks.flatMap((block) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(block.length);
    return [size, block];
  });
  return Buffer.concat([Buffer.from('82534e41505059000000000100000001', 'hex'), ...sized]);
}

/** A frame of blocks that each repeat one byte 131,072 times. */
function zstdOf(bytes: number): Buffer {
  const blocks = Array.from({ length: bytes / 131_072 }, () => Buffer.from('02001000', 'hex'));
  const last = Buffer.from('03001000', 'hex');
  return Buffer.concat([Buffer.from('28b52ffd0058', 'hex'), ...blocks, last]);
}

/** The header of a frame that says how long its content is. */
function lz4Of(bytes: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(bytes));
  return Buffer.concat([Buffer.from('04224d186840', 'hex'), size, LZ4.subarray(6)]);
}

function decompress(type: keyof typeof CompressionCodecs, compressed: Buffer): Promise<Buffer> {
  registerCodecs();
  return CompressionCodecs[type]().decompress(compressed);
}

it.each([
  ['gzip', CompressionTypes.GZIP, gzipSync(TEXT), TEXT],
  ['snappy', CompressionTypes.Snappy, SNAPPY, TEXT],
  ['snappy of Java clients', CompressionTypes.Snappy, inXerialFrame(SNAPPY, SNAPPY), TEXT + TEXT],
  ['lz4', CompressionTypes.LZ4, LZ4, TEXT],
  ['zstd', CompressionTypes.ZSTD, ZSTD, TEXT],
  ['zstd of one byte', CompressionTypes.ZSTD, zstdOf(MIB), '\0'.repeat(MIB + 131_072)],
] as const)('decompresses a batch with %s', async (_, type, compressed, text) => {
  expect((await decompress(type, compressed)).toString()).toBe(text);
});

it.each([
  ['gzip', CompressionTypes.GZIP, gzipSync(Buffer.alloc(ABOVE_LIMIT))],
  ['snappy', CompressionTypes.Snappy, Buffer.from('ffffff7f00', 'hex')],
  ['lz4', CompressionTypes.LZ4, lz4Of(ABOVE_LIMIT)],
  ['zstd', CompressionTypes.ZSTD, zstdOf(ABOVE_LIMIT)],
] as const)('refuses a batch with %s that is too large', async (name, type, compressed) => {
  const refused = `a batch of ${compressed.length} bytes cannot be decompressed with ${name}`;
  await expect(decompress(type, compressed)).rejects.toThrow(refused);
});

it.each([
  CompressionTypes.GZIP,
  CompressionTypes.Snappy,
  CompressionTypes.LZ4,
  CompressionTypes.ZSTD,
] as const)('refuses a batch that is damaged (codec %s)', async (type) => {
  await expect(decompress(type, Buffer.from('not compressed'))).rejects.toThrow('decompressed');
});

it('leaves batches for the next fetch if those before them are large together', async () => {
  const batch = gzipSync(Buffer.alloc(40 * MIB));
  const next = () => decompress(CompressionTypes.GZIP, batch);
  await next();
  await next();
  await expect(next()).rejects.toMatchObject({ name: 'KafkaJSPartialMessageError' });
  beginFetch();
  expect(await next()).toHaveLength(40 * MIB);
});
