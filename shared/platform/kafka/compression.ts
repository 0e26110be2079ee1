/**
 * Decompresses batches of messages. The client library brings only gzip; producers often use
 * snappy, lz4 and zstd. A batch that would become huge is refused, because it could exhaust the
 * memory. This service sends its own messages uncompressed.
 */
import { promisify } from 'node:util';
import { unzip } from 'node:zlib';
import kafkajs from 'kafkajs';

/** Node does not find these as named exports of a CommonJS module. */
const { CompressionCodecs, CompressionTypes } = kafkajs;
/** A topic's limit for a compressed batch is usually 1 MB. JSON becomes ten times as large. */
const MAX_BYTES = 134_217_728;
/** A fetch has up to 16 MB, which could become gigabytes: it ends with the batch that exceeds this. */
const MAX_FETCH_BYTES = 67_108_864;
/** How Java clients begin snappy: a magic number and two versions. Blocks with their sizes follow. */
const XERIAL_MAGIC = Buffer.from('82534e4150505900', 'hex');
const XERIAL_HEADER_BYTES = 16;
const SIZE_BYTES = 4;

type Decompress = (compressed: Buffer) => Promise<Buffer>;

/** The size of all batches that the running fetch has decompressed. */
let fetchedBytes = 0;

/** Call it when a fetch begins. */
export function beginFetch(): void {
  fetchedBytes = 0;
}

/** Registers the codecs. They are loaded when the first batch needs them. */
export function registerCodecs(): void {
  CompressionCodecs[CompressionTypes.GZIP] = codec('gzip', (compressed) =>
    promisify(unzip)(compressed, { maxOutputLength: MAX_BYTES }),
  );
  CompressionCodecs[CompressionTypes.Snappy] = codec('snappy', unsnapped);
  CompressionCodecs[CompressionTypes.LZ4] = codec('lz4', unlz4ed);
  CompressionCodecs[CompressionTypes.ZSTD] = codec('zstd', unzstded);
}

function codec(name: string, decompress: Decompress) {
  const compress = (): never => {
    throw new Error(`messages are not compressed with ${name} here`);
  };
  return () => ({
    compress,
    async decompress(compressed: Buffer): Promise<Buffer> {
      if (fetchedBytes > MAX_FETCH_BYTES) throw new LeftForNextFetchError();
      try {
        const batch = await decompress(compressed);
        fetchedBytes += batch.byteLength;
        return batch;
      } catch (cause) {
        const bytes = compressed.byteLength;
        throw new Error(`a batch of ${bytes} bytes cannot be decompressed with ${name}`, { cause });
      }
    },
  });
}

/** For the client its name means that the fetch cut the batch off: the next fetch reads it. */
class LeftForNextFetchError extends Error {
  override readonly name = 'KafkaJSPartialMessageError';
}

function requireSize(bytes: number): void {
  if (bytes > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
}

async function unsnapped(compressed: Buffer): Promise<Buffer> {
  const { uncompress } = await import('snappyjs');
  const isXerial = compressed.subarray(0, XERIAL_MAGIC.length).equals(XERIAL_MAGIC);
  if (!isXerial) return uncompress(compressed, MAX_BYTES);
  const blocks: Buffer[] = [];
  let bytes = 0;
  for (let at = XERIAL_HEADER_BYTES; at < compressed.length; ) {
    const end = at + SIZE_BYTES + compressed.readUInt32BE(at);
    const block = uncompress(compressed.subarray(at + SIZE_BYTES, end), MAX_BYTES);
    bytes += block.length;
    requireSize(bytes);
    blocks.push(block);
    at = end;
  }
  return Buffer.concat(blocks);
}

async function unlz4ed(compressed: Buffer): Promise<Buffer> {
  const { default: lz4 } = await import('lz4js');
  // Its types say that it returns nothing.
  requireSize(Number(lz4.decompressBound(compressed)));
  return Buffer.from(lz4.decompress(compressed));
}

async function unzstded(compressed: Buffer): Promise<Buffer> {
  const { Decompress } = await import('fzstd');
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const stream = new Decompress((part) => {
    bytes += part.length;
    requireSize(bytes);
    parts.push(part);
  });
  stream.push(compressed, true);
  return Buffer.concat(parts);
}
