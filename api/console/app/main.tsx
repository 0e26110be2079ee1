/** Starts the console: takes the key of a sign-in link from the address, then shows the page. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './client/queries.js';
import { OfferedKey } from './gate/offered-key.js';
import { router } from './router.js';
import {
  reloadIfRestoredWithOldKeys,
  reloadOnSignInLink,
  takeKeyFromAddress,
} from './session/session.js';
import { keepFocus } from './shell/keep-focus.js';
import { applyTheme } from './shell/theme.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/pages.css';

takeKeyFromAddress();
reloadIfRestoredWithOldKeys();
reloadOnSignInLink();
applyTheme();
keepFocus();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <OfferedKey />
      </QueryClientProvider>
    </StrictMode>,
  );
}
