/** Starts the API reference: Swagger UI with the header, theme and key of the console. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadIfRestoredWithOldKeys } from '../session/session.js';
import { applyTheme } from '../shell/theme.js';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/parts.css';
import '../styles/docs.css';
import { DocsPage } from './docs-page.js';

reloadIfRestoredWithOldKeys();
applyTheme();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <DocsPage />
    </StrictMode>,
  );
}
