/** Shows every operation of the API, to read and to try out with the key of this tab. */
import { useEffect, useRef } from 'react';
import { keys } from '../session/session.js';
import { Brand, ThemeSwitch } from '../shell/frame-parts.js';
import { theme } from '../shell/theme.js';

interface SwaggerUi {
  preauthorizeApiKey(scheme: string, key: string): void;
}

declare global {
  interface Window {
    /** The main function of `/docs/swagger-ui-bundle.js`, which the page loads before this code. */
    SwaggerUIBundle?: (options: object) => SwaggerUi;
  }
}

export function DocsPage() {
  const reference = useRef<HTMLElement>(null);
  const isDark = theme.use() === 'dark';
  // Swagger UI shows its own dark theme if this class is set.
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', isDark);
  }, [isDark]);
  useEffect(() => {
    if (reference.current) showReference(reference.current);
  }, []);
  return (
    <>
      <a className="skip" href="#reference">
        Skip to content
      </a>
      <header className="docs-head">
        <Brand />
        <nav aria-label="Console">
          <a className="nav-link" href="/">
            Console
          </a>
          <a className="nav-link" href="/connect">
            Connect
          </a>
          <a className="nav-link" href="/openapi.json">
            OpenAPI
          </a>
        </nav>
        <ThemeSwitch />
      </header>
      {/* Swagger UI has a main landmark of its own, for a part of the page. */}
      <section id="reference" aria-label="API reference" tabIndex={-1} ref={reference} />
    </>
  );
}

function showReference(domNode: HTMLElement): void {
  if (!window.SwaggerUIBundle) {
    domNode.textContent =
      'The reference could not be loaded. Reload the page, or read /openapi.json.';
    return;
  }
  const key = keys.account.get();
  const ui = window.SwaggerUIBundle({
    url: '/openapi.json',
    domNode,
    deepLinking: true,
    syntaxHighlight: false,
    defaultModelsExpandDepth: 0,
    plugins: [namedButtons],
    onComplete: () => {
      if (key !== null) ui.preauthorizeApiKey('apiKey', key);
    },
  });
}

type Component = (props: Record<string, unknown>) => unknown;

/** Gives buttons in Swagger UI's dialogs the names that they show. Uses its own copy of React. */
function namedButtons({ React }: { React: typeof import('react') }) {
  const create = React.createElement as (...parts: unknown[]) => unknown;
  return {
    wrapComponents: {
      // biome-ignore lint/correctness/noComponentHookFactories: Swagger UI wraps each component once
      CloseIcon: (Icon: Component) => (props: object) =>
        create(
          React.Fragment,
          null,
          create(Icon, props),
          create('span', { className: 'visually-hidden' }, 'Close'),
        ),
      // biome-ignore lint/correctness/noComponentHookFactories: Swagger UI wraps each component once
      Button:
        (Button: Component) =>
        ({ 'aria-label': _, ...props }: Record<string, unknown>) =>
          create(Button, props),
    },
  };
}
