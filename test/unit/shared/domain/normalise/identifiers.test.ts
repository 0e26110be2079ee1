/** One spelling for each domain, profile URL and email address, and `null` for anything else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  domainStart,
  normaliseDomain,
  normaliseEmail,
  normaliseProfileUrl,
} from '../../../../../shared/domain/normalise/identifiers.js';

test.each([
  ['acme.example', 'acme.example'],
  [' HTTPS://www.Acme.example:8080/about?x=1#y ', 'acme.example'],
  ['acme.example.', 'acme.example'],
  ['user:secret@acme.example', 'acme.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['shop.acme.example', 'shop.acme.example'],
  ['www.www.acme.example', 'acme.example'],
  ['www\u3002acme\u3002example', 'acme.example'],
  ['\u200bhttps://acme\u00ad.example', 'acme.example'],
  ['www.example', 'www.example'],
  ['www.www.example', 'www.example'],
])('normaliseDomain(%j) returns %j', (input, domain) => {
  expect(normaliseDomain(input)).toBe(domain);
});

test.each([
  ['acme', 'acme'],
  ['ACME.', 'acme'],
  ['https://www.acme.exa', 'acme.exa'],
  ['www.ac', 'ac'],
  ['pat@acme.exam', 'acme.exam'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['acme-', 'acme-'],
  ['two words', null],
  ['bücher', null],
  ['', null],
  ['.', null],
])('domainStart(%j) returns %j', (input, start) => {
  expect(domainStart(input)).toBe(start);
});

test.each([
  '',
  ' ',
  'localhost',
  '10.0.0.1',
  'a b.example',
  '-acme.example',
  'a_b.example',
  '_dmarc.acme.example',
  'xn--zzzzzz99999.example',
  'xn--a.example',
  'acme-.example',
  'a..example',
  `${'x'.repeat(64)}.example`,
  `${'abcdefgh.'.repeat(30)}example`,
  'https://',
  '[::1]',
])('normaliseDomain(%j) returns null', (input) => {
  expect(normaliseDomain(input)).toBeNull();
});

test.each([
  ['https://www.Network.example/company/Acme/?trk=1#top', 'network.example/company/acme'],
  ['network.example/in/ada', 'network.example/in/ada'],
  ['www.example/in/ada', 'www.example/in/ada'],
  // As a browser copies it, and with a decomposed letter.
  ['network.example/in/Zo%C3%8B-quux/', 'network.example/in/zo\u00eb-quux'],
  ['network.example/in/zoe\u0308-quux', 'network.example/in/zo\u00eb-quux'],
  ['network.example/in/a%2Fb%25c%20d', 'network.example/in/a%2fb%25c%20d'],
  // Copied with what nobody sees. A joiner is part of a Persian name.
  ['\u200bnetwork.example/in/\u00adada\u2060', 'network.example/in/ada'],
  ['network.example/in/ada%E2%80%8B', 'network.example/in/ada%e2%80%8b'],
  ['network.example/in/\u0645\u200c\u062a', 'network.example/in/\u0645\u200c\u062a'],
  ['network.example/in/broken%C3', 'network.example/in/broken%c3'],
])('normaliseProfileUrl(%j) returns %j', (input, url) => {
  expect(normaliseProfileUrl(input)).toBe(url);
});

test.each(['', 'network.example', 'network.example/', '/in/ada', 'in/ada'])(
  'normaliseProfileUrl(%j) returns null',
  (input) => {
    expect(normaliseProfileUrl(input)).toBeNull();
  },
);

test('normaliseEmail trims, lowercases, composes and drops invisible characters of an address', () => {
  expect(normaliseEmail(' Ada.Byron+x@Acme.EXAMPLE ')).toBe('ada.byron+x@acme.example');
  expect(normaliseEmail('\u200bada@acme\u00ad.example\ufeff')).toBe('ada@acme.example');
  expect(normaliseEmail('zoe\u0308@acme.example')).toBe('zo\u00eb@acme.example');
});

test.each(['', '@acme.example', 'ada@', 'ada@localhost', 'a da@acme.example', 'ada'])(
  'normaliseEmail(%j) returns null',
  (input) => {
    expect(normaliseEmail(input)).toBeNull();
  },
);

test.each([
  ['domains', normaliseDomain],
  ['profile URLs', normaliseProfileUrl],
  ['e-mail addresses', normaliseEmail],
])('normalised %s do not change when they are normalised again', (_what, normalise) => {
  const wwwed = fc.domain().map((domain) => `www.www.${domain}/x`);
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.emailAddress(),
    fc.domain(),
    wwwed,
  );
  fc.assert(
    fc.property(text, (input) => {
      const once = normalise(input);
      if (once !== null) expect(normalise(once)).toBe(once);
    }),
  );
});
