/** The proxy of compose.yaml in a real nginx (else skipped), in front of a service that answers every path. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDeployFile } from '../../helpers/deploy/environment.js';
import { eventually } from '../../helpers/eventually.js';
import { freePort } from '../../helpers/free-port.js';

const isThere = spawnSync('nginx', ['-v']).status === 0;

describe.skipIf(!isThere)('Proxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signals-proxy-'));
  const service = createServer((_request, response) => response.end('the service'));
  let proxy: ChildProcess;
  let port: number;

  beforeAll(async () => {
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    const { port: behind } = service.address() as AddressInfo;
    port = await freePort();
    // Replaces the upstream, whose host name only Docker networks resolve.
    const server = readDeployFile('proxy/nginx.conf')
      .slice(readDeployFile('proxy/nginx.conf').indexOf('\nserver {'))
      .replace('listen 8080;', `listen 127.0.0.1:${port};`)
      .replace('http://api;', `http://127.0.0.1:${behind};`);
    const path = join(folder, 'nginx.conf');
    const own = `daemon off; pid ${folder}/pid; error_log ${folder}/errors; events {}`;
    writeFileSync(path, `${own} http { client_body_temp_path ${folder}; ${server} }`);
    proxy = spawn('nginx', ['-c', path, '-p', folder, '-e', `${folder}/errors`]);
    await eventually(
      () => statusOf('/'),
      (status) => status === 200,
    );
  });

  afterAll(async () => {
    const ended = once(proxy, 'exit');
    proxy.kill('SIGTERM');
    await ended;
    service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the status of exactly this path, which `fetch` would normalise. */
  function statusOf(path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject);
      asked.end();
    });
  }

  it('returns 404 for every spelling of /metrics', async () => {
    const spellings = [
      '/metrics',
      '/metrics/',
      '/metrics?x',
      '//metrics',
      '/%6detrics',
      '/metrics/.',
    ];
    for (const path of [...spellings, '/x/../metrics', '/metrics%2f', '/metrics//']) {
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    }
  });

  it('forwards all other paths to the service', async () => {
    for (const path of ['/v1/account', '/health/ready', '/docs/', '/mcp', '/metricsx']) {
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    }
  });
});
