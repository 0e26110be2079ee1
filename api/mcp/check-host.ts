/**
 * Rejects requests that a foreign web page makes a browser send: with the name of another host (DNS
 * rebinding), or with the origin of another site. Programs send no origin.
 */
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { RequestHandler } from 'express';
import { hostInUrl } from '../../shared/domain/host-in-url.js';

const FORBIDDEN = 403;
/** JSON-RPC's first code for errors of a server's own. */
const REFUSED = -32_000;

/** What else an address may hold, such as a user's name, would hide which host is meant. */
const NAME_AND_PORT = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** `hosts`: allowed host names in addition to loopback names, without ports. */
export function checkHost(hosts: readonly string[]): RequestHandler {
  const allowed = [...localhostAllowedHostnames(), ...hosts.map(asInUrl)];
  return (request, response, next) => {
    const host = request.get('host') ?? '';
    const isKnown = NAME_AND_PORT.test(host) && validateHostHeader(host, allowed).ok;
    const origin = validateOriginHeader(request.get('origin'), allowed);
    if (isKnown && origin.ok) return next();
    const header = isKnown ? 'Origin' : 'Host';
    const message = `The ${header} header of this request is not allowed. Allowed hosts are loopback names, HOST and the names in SIGNALS_MCP_HOSTS.`;
    response
      .status(FORBIDDEN)
      .json({ jsonrpc: '2.0', error: { code: REFUSED, message }, id: null });
  };
}

/** Lower case, IPv6 addresses in brackets. */
function asInUrl(host: string): string {
  return hostInUrl(host.toLowerCase());
}
