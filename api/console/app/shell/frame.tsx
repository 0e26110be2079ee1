/** The frame around every page: links to all pages, the balance, the theme, and the sign-out. */
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useCall } from '../client/queries.js';
import { balance, loadingData } from '../client/response-headers.js';
import type { AccountResponse } from '../client/shapes.js';
import { formatCompact, formatNumber, formatShortDay, wordsOf } from '../parts/format.js';
import { forgetEverything, keys } from '../session/session.js';
import { Brand, ThemeSwitch } from './frame-parts.js';
import { SignIn } from './sign-in.js';

/** The pages by group. The names of the links are those of the paths. */
const LINKS = {
  Signals: ['/explore', '/trending', '/types', '/intent'],
  Account: ['/usage', '/keys', '/connect'],
  Operator: ['/feeds', '/operations'],
} as const;

/** Pixels that stay visible before the link of the current page. */
const LINK_MARGIN = 80;
const LOADING_CHECK_MS = 5_000;

export function Frame() {
  const key = keys.account.use();
  const navigation = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a telephone the links are one row, which is scrolled to the link of the current page.
  useEffect(() => {
    const link = navigation.current?.querySelector<HTMLElement>(`a[href="/${path.split('/')[1]}"]`);
    navigation.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - LINK_MARGIN });
  }, [path]);
  // Without this, a screen reader would stay at the link and not tell that the page has changed.
  const content = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current !== path) content.current?.focus({ preventScroll: true });
    shownPath.current = path;
  }, [path]);
  if (key === null) return <SignIn />;
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <aside className="side">
        <Brand />
        <nav aria-label="Console" ref={navigation}>
          {Object.entries(LINKS).map(([group, paths]) => (
            <div className="nav-group" key={group}>
              <p className="nav-title">{group}</p>
              {paths.map((to) => (
                <Link
                  key={to}
                  to={to}
                  className="nav-link"
                  activeOptions={{ includeSearch: false }}
                >
                  {wordsOf(to.slice(1))}
                </Link>
              ))}
            </div>
          ))}
        </nav>
        <div className="side-foot">
          <BalanceNote />
          <a className="nav-link" href="/docs">
            API reference
          </a>
          <div className="row apart">
            <button type="button" className="button quiet" onClick={signOut}>
              Sign out
            </button>
            <ThemeSwitch />
          </div>
        </div>
      </aside>
      <main id="content" tabIndex={-1} ref={content}>
        <LoadingNote />
        <Outlet />
      </main>
    </div>
  );
}

/** Shows the balance of the last response. Reads the account, as a page may make no call. */
function BalanceNote() {
  const isLoading = loadingData.use() !== '';
  // Any answer says when the data is complete, but a page may make no further call.
  useCall<AccountResponse>('/v1/account', { refetchInterval: isLoading && LOADING_CHECK_MS });
  const current = balance.use();
  if (current === null) {
    return (
      <p className="balance">
        <span>Credits</span>
        <small>{'\u00a0'}</small>
      </p>
    );
  }
  const { used, remaining, reset } = current;
  const isUnlimited = remaining === null;
  const credits = remaining ?? used;
  return (
    <p className="balance">
      <span>
        <strong className="num">
          {isUnlimited ? formatCompact(credits) : formatNumber(credits)}
        </strong>{' '}
        {credits === 1 ? 'credit' : 'credits'} {isUnlimited ? 'used' : 'left'}
      </span>
      <small>
        {isUnlimited && 'No limit. '}New period {formatShortDay(reset)}
      </small>
    </p>
  );
}

function LoadingNote() {
  const what = loadingData.use();
  if (what === '') return null;
  return (
    <p className="banner loading-note" role="status">
      {what === 'ranking'
        ? 'Search compares by meaning alone until the tables of its ranking are built.'
        : `Data is still being loaded (${what}). Until that is done, pages show a part of it.`}
    </p>
  );
}

/** Also forgets the question in the address, which is not for whoever signs in next. */
function signOut(): void {
  forgetEverything();
  location.replace('/');
}
