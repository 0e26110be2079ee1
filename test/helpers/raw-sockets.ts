/** A server of one test, and sockets to it that write and read bytes as they are. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';

/** Closes server and sockets after each test of the file. */
export function prepareSockets() {
  let server: Server;
  const sockets: Socket[] = [];

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  async function openAnother(): Promise<Socket> {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    // A disconnected socket may report a reset.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  return {
    server: () => server,
    /** Starts the server and opens a socket to it. */
    async openTo(started: Server): Promise<Socket> {
      server = started.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return openAnother();
    },
    openAnother,
  };
}
