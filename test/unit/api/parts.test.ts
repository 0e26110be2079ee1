/** Small pure parts: sliding window, cursors, API keys, history buckets, batches, versions and configuration. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyBuckets } from '../../../api/signals/type-history.js';
import { fingerprintOf, readPage } from '../../../api/validation/cursor.js';
import { requireValid } from '../../../api/validation/validated.js';
import {
  generateApiKey,
  hashKey,
  isWellFormedKey,
} from '../../../shared/domain/billing/api-key.js';
import { decodeCursor, encodeCursor } from '../../../shared/domain/cursor.js';
import { bundledModel, packageRoot, productFeeds } from '../../../shared/domain/package-root.js';
import { schemaNamed } from '../../../shared/domain/schemas/schemas.js';
import { eventVersion, rowVersion } from '../../../shared/domain/versions.js';
import { planBatches } from '../../../shared/platform/embedding/plan-batches.js';
import { ConfigError, readConfig } from '../../../shared/platform/process/config.js';
import { SlidingWindow } from '../../../shared/stores/rate/sliding-window.js';

const NOW_MS = Date.parse('2026-06-15T12:00:00Z');

describe('Sliding window', () => {
  it('counts every hit of the last minute and none older than 62 seconds', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 }), (gaps) => {
        const window = new SlidingWindow();
        const times: number[] = [];
        let nowMs = NOW_MS;
        for (const gap of gaps) {
          nowMs += gap;
          times.push(nowMs);
          const inMinute = times.filter((time) => time > nowMs - 60_000).length;
          const inTwoMoreSeconds = times.filter((time) => time > nowMs - 62_000).length;
          const counted = window.add('key', nowMs);
          expect(counted).toBeGreaterThanOrEqual(inMinute);
          expect(counted).toBeLessThanOrEqual(inTwoMoreSeconds);
        }
      }),
    );
  });
});

describe('Cursors', () => {
  const id = '0b8f1f4e-9a3e-4bb0-8f0e-2c3c2b1a0d11';

  it('decode to the issued position, and are rejected for other filters', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2e12, max: 9e12 }),
        fc.string(),
        fc.string(),
        (timeMs, a, b) => {
          const print = fingerprintOf('GET /x', { a });
          const cursor = encodeCursor({ fingerprint: print, timeMs, id });
          const page = requireValid(readPage(cursor, print, 'query'));
          expect(page.after).toMatchObject({ timeMs, id });
          if (a !== b) {
            const other = readPage(cursor, fingerprintOf('GET /x', { a: b }), 'query');
            expect(other).toMatchObject({ faults: [{ code: 'invalid_cursor' }] });
          }
        },
      ),
    );
  });

  it('stay valid if filters differ only in order, case or duplicates', () => {
    const print = fingerprintOf('GET /x', { types: ['news', 'sec-8k'], after: 1 });
    expect(fingerprintOf('GET /x', { after: 1, types: ['SEC-8K', 'News', 'news'] })).toBe(print);
    expect(fingerprintOf('GET /x', { types: ['news'], after: 1 })).not.toBe(print);
    expect(fingerprintOf('GET /y', { types: ['news', 'sec-8k'], after: 1 })).not.toBe(print);
  });

  it('are rejected if they were altered or never issued', () => {
    const cursor = encodeCursor({ fingerprint: fingerprintOf('GET /x', {}), timeMs: NOW_MS, id });
    const place = encodeCursor({ fingerprint: 'p', timeMs: NOW_MS, id: "' OR 1" });
    const longer = ['x', 'A', '==', '.', ' '].map((end) => `${cursor}${end}`);
    for (const none of ['', 'x', '{}', 'bnVsbA', place, ` ${cursor}`, ...longer]) {
      expect(decodeCursor(none), none).toBeNull();
    }
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.base64String({ minLength: 4 }), (at, [other]) => {
        const altered = `${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`;
        if (altered !== cursor) expect(decodeCursor(altered)).toBeNull();
      }),
    );
  });
});

describe('API keys', () => {
  it('have the documented format and a checksum that detects typing errors', () => {
    const { key, prefix, hash } = generateApiKey();
    expect(key).toMatch(/^sig_live_[0-9A-Za-z]{38}$/);
    expect(prefix).toBe(key.slice(0, 12));
    expect(hash).toBe(hashKey(key));
    expect(isWellFormedKey(key)).toBe(true);
    const typo = key.slice(0, 15) + (key[15] === 'a' ? 'b' : 'a') + key.slice(16);
    expect(isWellFormedKey(typo)).toBe(false);
  });
});

describe('History buckets', () => {
  it('follow each other without gaps, and the last one contains the current time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Date.UTC(2090, 0, 1) }),
        fc.integer({ min: 1, max: 24 }),
        fc.constantFrom('monthly' as const, 'weekly' as const),
        (nowMs, months, interval) => {
          const buckets = historyBuckets(nowMs, months, interval);
          for (const [at, bucket] of buckets.slice(1).entries()) {
            expect(bucket.startMs).toBe(buckets[at]?.endMs);
          }
          const last = buckets.at(-1);
          expect(last && last.startMs <= nowMs && nowMs < last.endMs).toBe(true);
          if (interval === 'monthly') expect(buckets).toHaveLength(months);
          else
            expect(buckets.every(({ startMs }) => new Date(startMs).getUTCDay() === 1)).toBe(true);
        },
      ),
    );
  });
});

describe('Embedding batches', () => {
  /** Estimates padded tokens: the longest text has one per four characters and two, 256 at most. */
  const paddedTokens = (texts: readonly string[]) =>
    texts.length * Math.max(...texts.map((text) => Math.min(256, 2 + Math.ceil(text.length / 4))));

  it('contain every text exactly once, and as many texts and tokens as allowed', () => {
    const limits = { maxTokens: 1_024, maxTexts: 8 };
    const text = fc.integer({ min: 0, max: 3_000 }).map((length) => 'x'.repeat(length));
    const short = fc.integer({ min: 0, max: 600 }).map((length) => 'x'.repeat(length));
    let mostTexts = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(text, short), { maxLength: 60, size: 'max' }), (texts) => {
        const batches = planBatches(texts, limits);
        expect(batches.flat()).toEqual(texts.toSorted((a, b) => b.length - a.length));
        for (const [at, batch] of batches.entries()) {
          mostTexts = Math.max(mostTexts, batch.length);
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(limits.maxTexts);
          expect(paddedTokens(batch)).toBeLessThanOrEqual(limits.maxTokens);
          const [next] = batches[at + 1] ?? [];
          if (next === undefined || batch.length === limits.maxTexts) continue;
          expect(paddedTokens([...batch, next])).toBeGreaterThan(limits.maxTokens);
        }
      }),
    );
    expect(mostTexts).toBe(limits.maxTexts);
  });

  it('contain a text that alone exceeds the maximum number of tokens', () => {
    const [long, longer] = ['x'.repeat(3_000), 'x'.repeat(3_001)];
    const texts = [long, 'x', longer];
    expect(planBatches(texts, { maxTokens: 100, maxTexts: 8 })).toEqual([[longer], [long], ['x']]);
  });
});

describe('Versions', () => {
  it('order by time of observation, then content, then time of writing', () => {
    const older = eventVersion(NOW_MS, 'a'.repeat(64));
    expect(eventVersion(NOW_MS + 1, '0'.repeat(64))).toBeGreaterThan(older);
    expect(eventVersion(NOW_MS, 'b'.repeat(64))).toBeGreaterThan(older);
    expect(eventVersion(Date.UTC(1900, 0, 1), '0'.repeat(64))).toBeGreaterThan(0n);
    const first = rowVersion(older);
    expect(rowVersion(older)).toBeGreaterThan(first);
    expect(rowVersion(older + 1n)).toBeGreaterThan(rowVersion(older));
  });
});

describe('Configuration', () => {
  it('reports all faults at once and warns of unknown SIGNALS_ variables', () => {
    const warnings: string[] = [];
    const read = () =>
      readConfig(
        { PORT: 'eighty', LOG_LEVEL: 'loud', SIGNALS_PRICES: '{"nope":1}', SIGNALS_TYPO: '1' },
        (text) => warnings.push(text),
      );
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT[\s\S]*LOG_LEVEL[\s\S]*nope/);
    expect(warnings[0]).toContain('SIGNALS_TYPO');
  });

  it('rejects a weak admin key without quoting it, and has no admin key by default', () => {
    const read = (key: string) => readConfig({ SIGNALS_ADMIN_KEY: key });
    const weak = ['short-but-secret', 'x'.repeat(31), `${'x'.repeat(40)} blank`];
    for (const key of weak) {
      expect(() => read(key)).toThrow(/SIGNALS_ADMIN_KEY must/);
      expect(() => read(key)).not.toThrow(key);
    }
    expect(read('x'.repeat(32)).adminKey).toBe('x'.repeat(32));
    expect(readConfig({}).adminKey).toBeUndefined();
  });

  it('rejects the placeholders of example files as secrets and names every variable', () => {
    const placeholders = {
      CLICKHOUSE_PASSWORD: 'replace-me',
      QDRANT_API_KEY: 'Change_Me',
      SIGNALS_API_KEY: '<key>',
      SIGNALS_ADMIN_KEY: 'change-me-change-me-change-me-change-me',
      REDIS_URL: 'redis://:replace-me@redis:6379',
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_SASL_USERNAME: 'signals',
      KAFKA_SASL_PASSWORD: 'example',
    };
    const faults = faultsOf(placeholders);
    const named = Object.keys(placeholders).filter((name) => /_(KEY|PASSWORD|URL)$/.test(name));
    expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(named.sort());
    expect(faults.join()).not.toMatch(/change.me|replace-me/i);
    expect(faultsOf({ CLICKHOUSE_PASSWORD: 'examples-9f', REDIS_URL: 'redis://:r%25@h' })).toEqual(
      [],
    );
    expect(faultsOf({ CLICKHOUSE_USER: 'example', OTHER_PASSWORD: 'change-me' })).toEqual([]);
    const delivered = readFileSync(
      join(packageRoot(), 'deploy/kubernetes/overlays/example/secrets.env'),
    );
    const secrets = parseEnv(delivered.toString('utf8'));
    expect(faultsOf(secrets)).toHaveLength(Object.keys(secrets).length);
  });

  it('listens on loopback and keeps the spool in the data folder by default', () => {
    const config = readConfig({ SIGNALS_DATA_DIR: '/tmp/somewhere' });
    expect(config.http).toEqual({ host: '127.0.0.1', port: 8080, trustProxy: 0 });
    expect(config.spoolDir).toBe('/tmp/somewhere/spool');
    expect(config.feedDirs).toEqual([productFeeds(), '/tmp/somewhere/feeds']);
  });

  it('uses every default that the schema states', () => {
    const config = readConfig({ KAFKA_BROKERS: 'kafka:9092', QDRANT_URL: 'http://qdrant:6333' });
    const { http, clickhouse, kafka } = config;
    const used = {
      HOST: http.host,
      PORT: http.port,
      TRUST_PROXY: http.trustProxy,
      SIGNALS_DATA_DIR: config.dataDir,
      SIGNALS_LOG_RETENTION_DAYS: config.logRetentionDays,
      SIGNALS_SPOOL_RETENTION_DAYS: config.spoolRetentionDays,
      SIGNALS_ANALYST_SECONDS: clickhouse.analyst.seconds,
      SIGNALS_ANALYST_MEMORY_MB: clickhouse.analyst.memoryMb,
      LOG_LEVEL: config.logLevel,
      CLICKHOUSE_USER: clickhouse.user,
      CLICKHOUSE_PASSWORD: clickhouse.password,
      CLICKHOUSE_DATABASE: clickhouse.database,
      QDRANT_COLLECTION: config.qdrant?.collection,
      EMBEDDING_MODEL: config.embedding.model,
      KAFKA_TOPIC: kafka?.topic,
      KAFKA_REJECTED_TOPIC: kafka?.rejectedTopic,
      KAFKA_GROUP_ID: kafka?.groupId,
      KAFKA_SESSION_SECONDS: (kafka?.sessionMs ?? 0) / 1_000,
      KAFKA_SSL: kafka?.ssl,
    };
    const stated = Object.entries(schemaNamed('environment').properties ?? {}).flatMap(
      ([name, { default: value }]) => (value === undefined ? [] : [[name, value] as const]),
    );
    expect(used).toEqual({
      ...Object.fromEntries(stated),
      SIGNALS_DATA_DIR: resolve('data'),
      EMBEDDING_MODEL: bundledModel(),
    });
  });
});

function faultsOf(variables: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
