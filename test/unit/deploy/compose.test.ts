/** compose.yaml: limits, security, ports and settings. Reads the files; needs no Docker. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { exampleSettings, readDeployFile, settingNames } from '../../helpers/deploy/environment.js';
import { type Manifest, readYaml } from '../../helpers/deploy/kustomize.js';
import { stopBudgetSeconds } from '../../helpers/deploy/stop-budget.js';

const deploy = join(packageRoot(), 'deploy');
const [compose] = readYaml(join(deploy, 'compose.yaml'));
const services: Record<string, Manifest> = compose.services;
const own = ['migrate', 'ingest', 'api'];
const each = Object.entries(services);

describe('compose.yaml', () => {
  it.each(each)('limits resources and logs of %s, and checks its health', (_, service) => {
    expect(service.deploy.resources.limits).toEqual({
      memory: expect.stringMatching(/^\d+(m|g)$/),
      cpus: expect.stringMatching(/^\d+(\.\d+)?$/),
    });
    expect(service.logging).toEqual({ driver: expect.any(String), options: expect.any(Object) });
    expect(['no', 'on-failure', 'unless-stopped', 'always']).toContain(service.restart);
    const { disable, test, interval, timeout, retries } = service.healthcheck;
    expect(disable === true || (test && interval && timeout && retries)).toBeTruthy();
  });

  it.each(each)('runs %s from a pinned image and not as root', (_, service) => {
    const image = service.image.replace(/^\$\{IMAGE:-(.*)\}$/, '$1');
    expect(image).toMatch(/^[a-z/-]+:v?\d+\.\d+/);
    expect(service.user).not.toMatch(/^(0|root)\b/);
    expect(service.privileged).toBeUndefined();
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
  });

  it('publishes the port of Kafka, which needs no login, only with compose.kafka-port.yaml', () => {
    expect(services.kafka.ports).toBeUndefined();
    const [more] = readYaml(join(deploy, 'compose.kafka-port.yaml'));
    expect(more).toEqual({ services: { kafka: { ports: ['127.0.0.1:9094:9094'] } } });
    expect(services.kafka.environment.KAFKA_ADVERTISED_LISTENERS).toContain('//127.0.0.1:9094');
  });

  it.each(each)('publishes ports of %s on loopback only', (_, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it.each(each)('lets %s wait only for healthy or one-off services', (_, service) => {
    for (const [name, { condition }] of Object.entries<Manifest>(service.depends_on ?? {})) {
      const { healthcheck, restart } = services[name];
      if (condition === 'service_healthy') expect(healthcheck.disable).toBeUndefined();
      else expect(restart).toBe('no');
    }
  });

  it.each(own)('lets %s write only to /data and /tmp', (name) => {
    const { read_only, tmpfs, volumes, cap_drop } = services[name];
    expect(read_only).toBe(true);
    expect(cap_drop).toEqual(['ALL']);
    expect(tmpfs.map((mount: string) => mount.split(':')[0])).toEqual(['/data', '/tmp']);
    for (const volume of volumes) expect(volume).toMatch(/:ro$/);
  });

  it.each(['ingest', 'api'])('gives %s a longer grace period than its stop can take', (name) => {
    const [, count, unit] = /^(\d+)(s|m)$/.exec(services[name].stop_grace_period) ?? [];
    const seconds = Number(count) * (unit === 'm' ? 60 : 1);
    expect(seconds).toBeGreaterThan(stopBudgetSeconds(name));
  });

  it('checks the health of each process on the port that it listens on', () => {
    const { api, ingest, proxy } = services;
    expect(api.healthcheck.test.at(-1)).toContain(`:${api.environment.PORT}/health/ready`);
    expect(ingest.healthcheck.test.at(-1)).toContain(
      `:${ingest.environment.INGEST_PORT}/health/ready`,
    );
    const configuration = readDeployFile('proxy/nginx.conf');
    expect(configuration).toContain(`server api:${api.environment.PORT} `);
    const published = proxy.ports[0].split(':').at(-1);
    expect(configuration).toContain(`listen ${published};`);
    expect(proxy.healthcheck.test.at(-1)).toContain(`:${published}/health/live`);
  });

  it('connects to each store on the port that it listens on', () => {
    const { environment } = services.api;
    expect(environment.KAFKA_BROKERS).toContain('kafka:9092');
    expect(services.kafka.environment.KAFKA_ADVERTISED_LISTENERS).toContain('//kafka:9092');
    expect(services.clickhouse.healthcheck.test.at(-1)).toContain(
      /http:\/\/clickhouse(:\d+)/.exec(environment.CLICKHOUSE_URL)?.[1],
    );
    expect(services.qdrant.healthcheck.test.at(-1)).toContain('6333');
    expect(environment.QDRANT_URL).toContain('http://qdrant:6333');
    expect(environment.REDIS_URL).toContain('@redis:6379');
  });

  it('limits Redis to two thirds of the memory of its container', () => {
    const { command, deploy } = services.redis;
    const megabytes = Number(/ --maxmemory (\d+)mb /.exec(command.at(-1))?.[1]);
    const limit = Number.parseInt(deploy.resources.limits.memory, 10);
    expect(megabytes).toBeGreaterThan(0);
    expect(megabytes).toBeLessThanOrEqual((limit * 2) / 3);
  });

  it('sets only known settings and uses only variables that env.example explains', () => {
    const known = settingNames();
    for (const name of own) {
      const unknown = Object.keys(services[name].environment).filter((each) => !known.has(each));
      expect(unknown).toEqual([]);
    }
    const asked = [...readDeployFile('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(
      ([, name]) => name,
    );
    const explained = new Set(exampleSettings().map(({ name }) => name));
    expect(asked.filter((name = '') => !explained.has(name))).toEqual([]);
  });

  it('rejects an empty required variable with a message that names it', () => {
    const text = readDeployFile('compose.yaml');
    const required = exampleSettings().filter(({ optional, value }) => !optional && value === '');
    expect(required.length).toBeGreaterThan(0);
    for (const { name } of required) {
      const uses = [...text.matchAll(new RegExp(`\\$\\{${name}([^}]*)\\}`, 'g'))];
      expect(uses.length).toBeGreaterThan(0);
      for (const [, rest] of uses) expect(rest).toMatch(new RegExp(`^:\\?${name} is empty`));
    }
  });

  it('mounts only files and volumes that exist', () => {
    const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes);
    for (const mount of mounts.map((volume: string) => volume.replace(/\$\{\w+:-(.*?)\}/, '$1'))) {
      const source = mount.split(':')[0] ?? '';
      if (source.startsWith('.')) expect(existsSync(join(deploy, source)), source).toBe(true);
      else expect(compose.volumes).toHaveProperty(source);
    }
  });
});
