/** Client certificates (mutual TLS) on a real broker, as `signals status` reports the connection. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataFolder, runSignals } from '../helpers/cli.js';
import { freePort } from '../helpers/free-port.js';
import { librariesMissing, type OwnBroker, startOwnBroker } from '../helpers/own-broker.js';

const missing = librariesMissing();

describe.skipIf(missing)(`Client certificates${missing ? ` (${missing})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'signals-certificates-'));
  const at = (name: string) => join(folder, name);
  const data = createDataFolder();
  let broker: OwnBroker;
  let address = '';

  beforeAll(async () => {
    makeCertificates(folder);
    const port = await freePort();
    address = `localhost:${port}`;
    broker = await startOwnBroker((plain) => settingsOf(folder, plain, port));
  });

  afterAll(async () => {
    await broker.remove();
    data.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns how `signals status` finds Kafka with these settings. */
  async function status(settings: Record<string, string>): Promise<unknown> {
    const env = {
      ...data.env,
      KAFKA_BROKERS: address,
      KAFKA_SSL: 'true',
      NODE_EXTRA_CA_CERTS: at('ca.pem'),
      ...settings,
    };
    const { stdout, stderr } = await runSignals({ ...data, env }, 'status', '--json');
    return stdout === '' ? stderr : JSON.parse(stdout).kafka;
  }

  const certificate = (name: string) => ({
    KAFKA_SSL_CERT_FILE: at(`${name}.pem`),
    KAFKA_SSL_KEY_FILE: at(`${name}.key`),
  });

  it('are sent to a broker that asks for them', async () => {
    expect(await status(certificate('client'))).toMatchObject({ status: 'ok' });
  });

  it.each([
    ['none is set', {}],
    ['the brokers do not know the CA', certificate('stranger')],
  ])('are asked for by name if %s', async (_, settings) => {
    expect(await status(settings)).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('set KAFKA_SSL_CERT_FILE and KAFKA_SSL_KEY_FILE'),
    });
  });

  it('are refused at the start if the key belongs to another certificate', async () => {
    const settings = { ...certificate('client'), KAFKA_SSL_KEY_FILE: at('stranger.key') };
    expect(await status(settings)).toMatch(/KAFKA_SSL_KEY_FILE must name .*key values mismatch/);
  });
});

/** Makes a CA, certificates of it for the broker and a client, and one that nobody trusts. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const ownKey = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`];
  const subject = (name: string) => ['-subj', `/CN=${name}.example`];
  for (const name of ['ca', 'stranger']) {
    openssl('req', '-x509', ...ownKey(name), '-out', `${name}.pem`, ...subject(name));
  }
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  for (const name of ['broker', 'client']) {
    openssl('req', ...ownKey(name), '-out', `${name}.csr`, ...subject(name));
    const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signer, '-out', `${name}.pem`);
  }
  const store = ['broker.key', 'broker.pem'].map((name) => readFileSync(join(folder, name)));
  writeFileSync(join(folder, 'broker-store.pem'), Buffer.concat(store));
}

/** Adds a listener that asks for client certificates of the CA. */
function settingsOf(folder: string, plain: number, port: number): string {
  const places = [
    `PLAINTEXT://127.0.0.1:${plain}`,
    `CONTROLLER://127.0.0.1:${plain + 1}`,
    `MUTUAL://localhost:${port}`,
  ];
  return `
listeners=${places.join(',')}
advertised.listeners=${places[0]},${places[2]}
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,MUTUAL:SSL
listener.name.mutual.ssl.client.auth=required
ssl.keystore.type=PEM
ssl.keystore.location=${join(folder, 'broker-store.pem')}
ssl.truststore.type=PEM
ssl.truststore.location=${join(folder, 'ca.pem')}
`;
}
