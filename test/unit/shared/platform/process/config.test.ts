/** Settings: their forms, contradictions between them, and messages that show no passwords. */
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../../../shared/platform/process/config.js';

describe('readConfig: ClickHouse', () => {
  it('accepts the name of a cluster or a macro together with a URL', () => {
    for (const cluster of ['main', 'east-1', '{cluster}']) {
      const { clickhouse } = readConfig({
        CLICKHOUSE_URL: 'http://clickhouse.example:8123',
        CLICKHOUSE_CLUSTER: cluster,
      });
      expect(clickhouse.cluster).toBe(cluster);
    }
    expect(readConfig({}).clickhouse.cluster).toBeUndefined();
  });

  it('takes user and password from the URL, and removes them there', () => {
    const settings = { CLICKHOUSE_USER: 'reader', CLICKHOUSE_PASSWORD: 'other' };
    const read = (url: string) => readConfig({ ...settings, CLICKHOUSE_URL: url }).clickhouse;
    expect(read('https://writer:p%40ss@clickhouse.example:8443')).toMatchObject({
      url: 'https://clickhouse.example:8443/',
      user: 'writer',
      password: 'p@ss',
    });
    expect(read('https://clickhouse.example')).toMatchObject({ user: 'reader', password: 'other' });
  });

  it.each([
    'localhost:8123',
    'tcp://clickhouse.example:9000',
    'http://clickhouse.example:8123/other',
    'http://clickhouse.example:8123/?database=other',
    'http://clickhouse.example:8123/#other',
    'http://clickhouse.example:99999',
    'http://writer:p%E4ss@clickhouse.example',
  ])('rejects %s as a URL', (url) => {
    expect(() => readConfig({ CLICKHOUSE_URL: url })).toThrow(ConfigError);
    expect(() => readConfig({ CLICKHOUSE_URL: url })).toThrow('CLICKHOUSE_URL');
  });

  it('rejects a cluster without a URL, and an invalid name of a cluster', () => {
    expect(() => readConfig({ CLICKHOUSE_CLUSTER: 'main' })).toThrow('CLICKHOUSE_URL is not');
    const url = 'http://clickhouse.example:8123';
    expect(() => readConfig({ CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: "x' ON" })).toThrow(
      ConfigError,
    );
  });
});

describe('readConfig: contradictions and messages', () => {
  it.each(['clickhouse', 'journals/service', 'feeds', 'rejected', 'ranking', '../definitions'])(
    'rejects the spool folder %s, which has files of the service',
    (name) => {
      const settings = { SIGNALS_DATA_DIR: '/var/signals', SIGNALS_FEEDS_DIR: '/var/definitions' };
      const read = () => readConfig({ ...settings, SIGNALS_SPOOL_DIR: `/var/signals/${name}` });
      expect(read).toThrow('SIGNALS_SPOOL_DIR must not be /var/');
    },
  );

  it('accepts a spool folder within the folder of feeds, of which only files are read', () => {
    const settings = { SIGNALS_FEEDS_DIR: '/srv/feeds', SIGNALS_SPOOL_DIR: '/srv/feeds/spool' };
    expect(readConfig(settings).spoolDir).toBe('/srv/feeds/spool');
  });

  it.each(['/var/signals', '/var/signals/', '/var/other/../signals', '/var', '/'])(
    'rejects the spool folder %s, which is or contains the data folder',
    (spool) => {
      const read = () => readConfig({ SIGNALS_DATA_DIR: '/var/signals', SIGNALS_SPOOL_DIR: spool });
      expect(read).toThrow('SIGNALS_SPOOL_DIR must not hold the data folder');
    },
  );

  it.each(['/var/signals/spool', '/var/sig', '/srv/spool'])(
    'accepts the spool folder %s, which does not contain the data folder',
    (spool) => {
      const config = readConfig({ SIGNALS_DATA_DIR: '/var/signals', SIGNALS_SPOOL_DIR: spool });
      expect(config.spoolDir).toBe(spool);
    },
  );

  it('rejects a topic for rejected events that is also the topic of events', () => {
    const fault = 'KAFKA_REJECTED_TOPIC must not be KAFKA_TOPIC';
    expect(() => readConfig({ KAFKA_TOPIC: 'a', KAFKA_REJECTED_TOPIC: 'a' })).toThrow(fault);
    expect(() => readConfig({ KAFKA_TOPIC: 'signals.raw.rejected' })).toThrow(fault);
  });

  it('rejects a certificate for Kafka without its key, without TLS, or that cannot be read', () => {
    const files = { KAFKA_SSL_CERT_FILE: '/no/cert.pem', KAFKA_SSL_KEY_FILE: '/no/key.pem' };
    expect(() => readConfig({ KAFKA_SSL_CERT_FILE: '/no/cert.pem' })).toThrow(
      'KAFKA_SSL_CERT_FILE has no effect without KAFKA_SSL_KEY_FILE',
    );
    expect(() => readConfig(files)).toThrow('without TLS: set KAFKA_SSL to true');
    expect(() => readConfig({ ...files, KAFKA_SSL: 'true' })).toThrow(
      /files that the service may read: .*no such file.*cert\.pem/,
    );
  });

  it.each(['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'])(
    'rejects %s without KAFKA_SASL_MECHANISM',
    (name) => {
      const fault = `${name} has no effect without KAFKA_SASL_MECHANISM`;
      expect(() => readConfig({ [name]: 'signals-9f' })).toThrow(fault);
    },
  );

  it('names the settings and their valid forms, each error once', () => {
    const read = () =>
      readConfig({ LOG_LEVEL: 'loud', KAFKA_BROKERS: 'nowhere', KAFKA_SASL_MECHANISM: 'plain' });
    expect(read).toThrow(/LOG_LEVEL must be one of .*debug.*, info/);
    expect(read).toThrow(/KAFKA_BROKERS must have the right form: Brokers as host:port/);
    expect(read).not.toThrow(/\^\[|undefined/);
    const message = 'KAFKA_SASL_MECHANISM has no effect without';
    expect(String(errorOf(read)).split(message)).toHaveLength(2);
  });

  it.each(['CLICKHOUSE_URL', 'QDRANT_URL', 'EMBEDDING_URL', 'REDIS_URL', 'SIGNALS_API_URL'])(
    'reports an invalid %s once, with the form that it must have',
    (name) => {
      const lines = String(errorOf(() => readConfig({ [name]: 'nonsense' }))).split('\n');
      expect(lines.slice(1)).toEqual([expect.stringMatching(/: .*(:\/\/|http or https)/)]);
    },
  );

  it.each([
    ['CLICKHOUSE_DATABASE', 'my-signals'],
    ['QDRANT_COLLECTION', 'my signals'],
    ['KAFKA_TOPIC', 'bad topic!'],
    ['KAFKA_REJECTED_TOPIC', 'x'.repeat(250)],
  ])('says which characters %s may have', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} must have the right form:`);
    expect(() => readConfig({ [name]: value })).toThrow(/letters, digits/);
  });

  it('rejects ports in SIGNALS_MCP_HOSTS, with which no host would match', () => {
    for (const hosts of ['signals.example:8080', 'signals.example,10.0.0.7:8080', '[::1]:8080']) {
      const read = () => readConfig({ SIGNALS_MCP_HOSTS: hosts });
      expect(read, hosts).toThrow('SIGNALS_MCP_HOSTS must have the right form: Host names without');
    }
    const allowed = 'signals.example, 10.0.0.7,fd00::7 ,[::1],::ffff:10.0.0.7';
    expect(readConfig({ SIGNALS_MCP_HOSTS: allowed }).mcp.hosts).toEqual(
      expect.arrayContaining(['signals.example', '10.0.0.7', 'fd00::7', '[::1]']),
    );
  });

  it.each(['http://localhost:9092', 'kafka-1:9092,[::1]:9092'])(
    'rejects the brokers %s, which the client cannot read',
    (brokers) => {
      const fault = 'KAFKA_BROKERS must have the right form: Brokers as host:port without a scheme';
      expect(() => readConfig({ KAFKA_BROKERS: brokers })).toThrow(fault);
    },
  );

  it.each(['kafka-1:99999', 'kafka-1:9092, kafka-2:0'])(
    'rejects the brokers %s, whose port does not exist',
    (brokers) => {
      const fault = 'KAFKA_BROKERS has a port that is not between 1 and 65535';
      expect(() => readConfig({ KAFKA_BROKERS: brokers })).toThrow(fault);
    },
  );

  it('reports a contradiction together with all other errors', () => {
    const read = () => readConfig({ PORT: 'eighty', KAFKA_TOPIC: 'signals.raw.rejected' });
    expect(read).toThrow(/PORT[\s\S]*KAFKA_REJECTED_TOPIC/);
  });
});

describe('readConfig: user and password in an address', () => {
  it.each([
    ['SIGNALS_API_URL', 'https://bob:s3cret@signals.example', 'SIGNALS_API_KEY'],
    ['SIGNALS_API_URL', 'https://bob@signals.example', 'SIGNALS_API_KEY'],
    ['SIGNALS_API_URL', 'https://:s3cret@signals.example', 'SIGNALS_API_KEY'],
    ['KAFKA_BROKERS', 'kafka-1:9092, bob:s3cret@kafka-2:9092', 'KAFKA_SASL_PASSWORD'],
  ])('rejects them in %s without showing them: %s', (name, url, remedy) => {
    const read = () => readConfig({ [name]: url });
    expect(read).toThrow(`${name} must not hold`);
    expect(read).toThrow(remedy);
    expect(read).not.toThrow(/bob|s3cret/);
  });

  it.each(['CLICKHOUSE_URL', 'QDRANT_URL', 'EMBEDDING_URL', 'REDIS_URL'])(
    'accepts them in %s',
    (name) => {
      const scheme = name === 'REDIS_URL' ? 'rediss' : 'https';
      expect(() => readConfig({ [name]: `${scheme}://bob:s3cret@store.example` })).not.toThrow();
    },
  );
});

describe('readConfig: settings without effect', () => {
  const warningsOf = (variables: NodeJS.ProcessEnv): string[] => {
    const warnings: string[] = [];
    readConfig(variables, (message) => warnings.push(message));
    return warnings;
  };

  it.each([
    ['CLICKHOUSE_PASSWORD', 'secret', 'CLICKHOUSE_URL', 'http://clickhouse.example:8123'],
    ['CLICKHOUSE_USER', 'signals', 'CLICKHOUSE_URL', 'http://clickhouse.example:8123'],
    ['QDRANT_API_KEY', 'secret', 'QDRANT_URL', 'http://qdrant.example:6333'],
    ['KAFKA_TOPIC', 'events', 'KAFKA_BROKERS', 'kafka.example:9092'],
  ])('warns of %s if its store has no address', (name, value, address, place) => {
    expect(warningsOf({ [name]: value })).toEqual([`${name} has no effect without ${address}.`]);
    expect(warningsOf({ [name]: value, [address]: '' })).toHaveLength(1);
    expect(warningsOf({ [name]: value, [address]: place })).toEqual([]);
  });

  it('warns of settings of the embedded ClickHouse if a server is used', () => {
    const settings = { SIGNALS_CLICKHOUSE_PORT: '8124', SIGNALS_ANALYST_SECONDS: '5' };
    expect(warningsOf(settings)).toEqual([]);
    expect(warningsOf({ ...settings, CLICKHOUSE_URL: 'http://clickhouse.example:8123' })).toEqual([
      'SIGNALS_CLICKHOUSE_PORT has no effect with CLICKHOUSE_URL.',
      'SIGNALS_ANALYST_SECONDS has no effect with CLICKHOUSE_URL.',
    ]);
  });

  it('does not warn of CLICKHOUSE_DATABASE, nor of names that are not settings', () => {
    expect(warningsOf({ CLICKHOUSE_DATABASE: 'other', KAFKA_DIR: '/data/kafka' })).toEqual([]);
  });
});

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('readConfig: prices', () => {
  it.each(['5', '"5"', 'null', '[]', '[5]'])('rejects %s, which is not a JSON object', (prices) => {
    expect(() => readConfig({ SIGNALS_PRICES: prices })).toThrow(
      'SIGNALS_PRICES must be a JSON object',
    );
  });

  it.each(['1e21', '1000001', '-1', '0.5', '"5"'])('rejects the price %s', (price) => {
    expect(() => readConfig({ SIGNALS_PRICES: `{"search":${price}}` })).toThrow(
      'SIGNALS_PRICES: search must be an integer number of credits from 0 to 1000000',
    );
    expect(readConfig({ SIGNALS_PRICES: '{"search":1000000}' }).prices.search).toBe(1_000_000);
  });
});
