/** Settings that only make sense together. */
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../../../shared/platform/process/config.js';

describe('the settings of ClickHouse', () => {
  it('name a cluster by its name or by a macro, beside a URL', () => {
    for (const cluster of ['main', 'east-1', '{cluster}']) {
      const { clickhouse } = readConfig({
        CLICKHOUSE_URL: 'http://clickhouse.example:8123',
        CLICKHOUSE_CLUSTER: cluster,
      });
      expect(clickhouse.cluster).toBe(cluster);
    }
    expect(readConfig({}).clickhouse.cluster).toBeUndefined();
  });

  it('take user and password from the address, which shows them no more', () => {
    const settings = { CLICKHOUSE_USER: 'reader', CLICKHOUSE_PASSWORD: 'other' };
    const read = (url: string) => readConfig({ ...settings, CLICKHOUSE_URL: url }).clickhouse;
    expect(read('https://writer:p%40ss@clickhouse.example:8443/?ch_max_threads=2')).toMatchObject({
      url: 'https://clickhouse.example:8443/?ch_max_threads=2',
      user: 'writer',
      password: 'p@ss',
    });
    expect(read('https://clickhouse.example')).toMatchObject({ user: 'reader', password: 'other' });
  });

  it('are refused with a cluster but no URL, or with a name that is none', () => {
    expect(() => readConfig({ CLICKHOUSE_CLUSTER: 'main' })).toThrow('CLICKHOUSE_URL is not');
    const url = 'http://clickhouse.example:8123';
    expect(() => readConfig({ CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: "x' ON" })).toThrow(
      ConfigError,
    );
  });
});
