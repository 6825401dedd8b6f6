import '@mantine/core/styles.css';
import './app/style.css';
import './lists/lists.css';
import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ToastArea } from './actions/toasts';
import { isProblem } from './api/problem';
import { publicAddress } from './app/public-address';
import { router } from './app/router';
import { readableColors, theme } from './app/theme';
import { firstLanguage, keepLanguage, LanguageContext, type Language } from './words/language';

/** Style sheets that scripts add need the page's nonce (docs/behaviour/people.md#page-policy). */
const nonce = readMeta('csp-nonce');
setNonce(nonce);

const queries: QueryClient = new QueryClient({
  // A session that has ended, here or elsewhere, leads to the sign-in (app/open-store), and a sandbox that has to its notice.
  queryCache: new QueryCache({
    onError: (problem, { queryKey }) => {
      if (hasEnded(problem) && queryKey[0] !== 'me') askWhoIsSignedIn();
    },
  }),
  mutationCache: new MutationCache({
    onError: (problem) => {
      if (hasEnded(problem)) askWhoIsSignedIn();
    },
  }),
  defaultOptions: {
    // What was typed and answered may be a secret: it is not kept.
    mutations: { gcTime: 0 },
    queries: {
      staleTime: 5_000,
      // A refusal stays one; only what got no answer, or a 5xx, is worth another try.
      retry: (count, problem) => count < 2 && isProblem(problem) && (problem.status === 0 || problem.status >= 500),
    },
  },
});

function hasEnded(problem: unknown): boolean {
  return isProblem(problem, 'SESSION_MISSING', 'STORE_NOT_FOUND');
}

function askWhoIsSignedIn(): void {
  void queries.invalidateQueries({ queryKey: ['me'] });
}

function Application() {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      choose: (chosen: Language) => {
        keepLanguage(chosen);
        setLanguage(chosen);
      },
    }),
    [language],
  );
  return (
    <LanguageContext value={choice}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={readableColors}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <ToastArea>
            <RouterProvider router={router} />
          </ToastArea>
        </QueryClientProvider>
      </MantineProvider>
    </LanguageContext>
  );
}

const place = document.getElementById('app');
if (!place) throw new Error('the page has no place for the application');
const moved = publicAddress(location, readMeta('public-origin'));
if (moved === undefined) {
  createRoot(place).render(
    <StrictMode>
      <Application />
    </StrictMode>,
  );
} else {
  location.replace(moved);
}

/** What the gateway wrote into the page. */
function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
