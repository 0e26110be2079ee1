/** Returns the visible text of HTML: no tags or scripts, entities resolved, spaces collapsed. */
import { decodeHTML } from 'entities';
import { Tokenizer } from 'htmlparser2';

const TAG =
  /<\/?(?:p|br|div|span|a|b|i|em|strong|ul|ol|li|h[1-6]|img|table|t[rdh])(?:[\s/][^<>]*)?>/i;
/** Tags that may be within a word or a sentence. All other tags separate words. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Matches a text that a feed has wrapped as a whole. */
const CDATA = /^\s*<!\[CDATA\[(?<content>.*)\]\]>\s*$/s;
const HIDDEN = new Set(['script', 'style', 'noscript', 'template']);

export function plainText(given: string): string {
  const html = CDATA.exec(given)?.groups?.content ?? given;
  if (!/[<&]/.test(html)) return collapse(html);
  const text = textWithin(html);
  // Some feeds escape the whole text once more. Then it has no tags.
  const isEscaped = !TAG.test(html) && TAG.test(text);
  return collapse(isEscaped ? textWithin(text) : text);
}

/** Converts `AT&amp;T` to `AT&T`. Tags are kept. */
export function unescapeEntities(text: string): string {
  return decodeHTML(text);
}

/** Uses only the tokenizer, because a parser looks for each closing tag among all open ones. */
function textWithin(html: string): string {
  const pieces: string[] = [];
  /** The tag that hides the text up to its closing tag, for example `script`. */
  let hidden: string | null = null;
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...NOTHING,
      onopentagname(start, end) {
        const name = nameAt(start, end);
        if (HIDDEN.has(name)) hidden ??= name;
        if (!INLINE.has(name)) pieces.push(' ');
      },
      onclosetag(start, end) {
        const name = nameAt(start, end);
        if (name === hidden) hidden = null;
        if (!INLINE.has(name)) pieces.push(' ');
      },
      ontext(start, end) {
        if (hidden === null) pieces.push(html.slice(start, end));
      },
      ontextentity(codePoint) {
        if (hidden === null) pieces.push(String.fromCodePoint(codePoint));
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return pieces.join('');
}

const nothing = (): void => undefined;
const NOTHING = {
  onattribdata: nothing,
  onattribend: nothing,
  onattribentity: nothing,
  onattribname: nothing,
  oncdata: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
};

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
