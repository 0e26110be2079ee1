/**
 * Rejects requests that a foreign web page makes a browser send: those with the name of another
 * host (DNS rebinding) or with the origin of another site. Programs send no origin, so only their
 * host is checked.
 */
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { RequestHandler } from 'express';
import { hostInUrl } from '../../shared/domain/host-in-url.js';

const FORBIDDEN = 403;
/** The first of the codes that JSON-RPC leaves to servers for errors of their own. */
const REFUSED_CODE = -32_000;

/** Matches a host and an optional port. A user's name, for example, would hide the host. */
const NAME_AND_PORT = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Creates the middleware. `hosts` are allowed in addition to loopback names, without ports. */
export function checkHost(hosts: readonly string[]): RequestHandler {
  const allowed = [
    ...localhostAllowedHostnames(),
    ...hosts.map((host) => hostInUrl(host.toLowerCase())),
  ];
  return (request, response, next) => {
    const host = request.get('host') ?? '';
    const isHostAllowed = NAME_AND_PORT.test(host) && validateHostHeader(host, allowed).ok;
    const origin = validateOriginHeader(request.get('origin'), allowed);
    if (isHostAllowed && origin.ok) return next();
    const header = isHostAllowed ? 'Origin' : 'Host';
    const message = `The ${header} header of this request is not allowed. Allowed hosts are loopback names, HOST and the names in SIGNALS_MCP_HOSTS.`;
    response
      .status(FORBIDDEN)
      .json({ jsonrpc: '2.0', error: { code: REFUSED_CODE, message }, id: null });
  };
}
