/** Shows code with a button that copies it and confirms the copy. */
import { useEffect, useState } from 'react';
import { Icon } from './icons.js';

const CONFIRMED_MS = 2_000;

export function CopyButton({
  text,
  label,
  onCopied,
}: {
  text: string;
  label: string;
  onCopied?: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    onCopied?.();
    if (await copyText(text)) setCopied(true);
  };
  return (
    <button type="button" className="button" onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      {label}
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}

export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton text={code} label="Copy" />
    </div>
  );
}

/**
 * Copies a text and returns whether that succeeded. Pages over plain HTTP from another host have no
 * clipboard, so the text is selected and the selection is copied.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return isDone;
  }
}
