// Suggestions for the quick search. Spec 5: 300 ms debounce, unchanged text ignored, cleared when blank.
import { useEffect, useRef, useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { call } from '../api.ts';

const DEBOUNCE_MS = 300;

export interface Suggestions {
  stocks: readonly Stock[];
  state: 'idle' | 'searching' | 'found' | 'failed';
  /** The text they belong to. */
  text: string;
}

const none: Suggestions = { stocks: [], state: 'idle', text: '' };

export function useSuggestions(text: string): Suggestions {
  const [suggestions, setSuggestions] = useState<Suggestions>(none);
  const answered = useRef('');
  const wanted = text.trim();

  useEffect(() => {
    if (wanted === '') {
      answered.current = '';
      setSuggestions(none);
      return;
    }
    if (wanted === answered.current) {
      // The person has returned to the text that was answered last.
      setSuggestions((before) => ({ ...before, state: 'found' }));
      return;
    }
    const abort = new AbortController();
    async function ask(): Promise<void> {
      setSuggestions((before) => ({ ...before, state: 'searching' }));
      const reply = await call('GET /search', { q: wanted }, { signal: abort.signal });
      answered.current = reply.ok ? wanted : '';
      setSuggestions({ stocks: reply.ok ? reply.data : [], state: reply.ok ? 'found' : 'failed', text: wanted });
    }
    const timer = setTimeout(() => {
      // Aborted: a newer text is being searched.
      ask().catch(() => undefined);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);

  return suggestions;
}
