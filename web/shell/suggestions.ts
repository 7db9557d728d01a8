// Suggestions for the quick search. Spec 5: 300 ms debounce, unchanged text ignored, cleared when blank.
import { useEffect, useRef, useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { call } from '../api.ts';

const DEBOUNCE_MS = 300;

export interface Suggestions {
  stocks: readonly Stock[];
  state: 'idle' | 'searching' | 'found' | 'failed';
}

const none: Suggestions = { stocks: [], state: 'idle' };

export function useSuggestions(text: string): Suggestions {
  const [suggestions, setSuggestions] = useState<Suggestions>(none);
  const asked = useRef('');
  const wanted = text.trim();

  useEffect(() => {
    if (wanted === '') {
      asked.current = '';
      setSuggestions(none);
      return;
    }
    if (wanted === asked.current) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      asked.current = wanted;
      setSuggestions((before) => ({ ...before, state: 'searching' }));
      call('GET /search', { q: wanted }, { signal: abort.signal })
        .then((reply) =>
          setSuggestions(reply.ok ? { stocks: reply.data, state: 'found' } : { stocks: [], state: 'failed' }),
        )
        // Aborted: a newer text is being searched.
        .catch(() => undefined);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
      // An answer that was cut off has to be asked for again when the same text comes back.
      asked.current = '';
    };
  }, [wanted]);

  return suggestions;
}
