/** Visible text of HTML: no tags, scripts or styles, entities resolved, blanks collapsed. */
import { decodeHTML } from 'entities';
import { Parser } from 'htmlparser2';

const TAG =
  /<\/?(?:p|br|div|span|a|b|i|em|strong|ul|ol|li|h[1-6]|img|table|t[rdh])(?:[\s/][^<>]*)?>/i;
const HIDDEN = new Set(['script', 'style', 'noscript', 'template']);

export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return collapse(html);
  const text = textWithin(html);
  // Some feeds escape the whole text once more; it then has no tags.
  const isEscaped = !TAG.test(html) && TAG.test(text);
  return collapse(isEscaped ? textWithin(text) : text);
}

/** `AT&amp;T` → `AT&T`; tags stay. */
export function unescapeEntities(text: string): string {
  return decodeHTML(text);
}

function textWithin(html: string): string {
  const pieces: string[] = [];
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (HIDDEN.has(name)) hidden += 1;
        pieces.push(' ');
      },
      ontext(text) {
        if (hidden === 0) pieces.push(text);
      },
      onclosetag(name) {
        if (HIDDEN.has(name)) hidden -= 1;
        pieces.push(' ');
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return pieces.join('');
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
