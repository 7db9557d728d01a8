// Keeps the drawn lines of a chart and of the account in step: reads when the chart is opened or looked at again, writes what changes.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../api.ts';
import { callKey, queryClient, useCall } from '../query.ts';
import { afterSending, linesToSend, throughNews, withAccount } from './line-sync.ts';
import type { KeptLines, SentLines } from './line-sync.ts';

/** A line being dragged changes many times a second. */
const SEND_AFTER_MS = 800;
/** Until then the browser keeps what could not be sent. */
const RETRY_MS = 15_000;

type SetKept = (change: (before: KeptLines) => KeptLines) => void;

/** The stock's splits and the account's lines, both fetched since the chart was opened: the cache may be older. */
function useHeard(symbol: string) {
  const options = { enabled: symbol !== '', staleTime: 0 };
  const news = useCall('GET /stockNews', { symbol }, options);
  const account = useCall('GET /drawnLines', { symbol }, options);
  const { refetch } = news;
  const past = news.isFetchedAfterMount ? news.data?.past : undefined;
  const lines = account.isFetchedAfterMount ? account.data : undefined;
  // Another browser may have heard of a split first.
  const isBehind =
    past !== undefined &&
    lines !== undefined &&
    lines.split !== '' &&
    !past.some(({ _id }) => _id === lines.split) &&
    news.dataUpdatedAt < account.dataUpdatedAt;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  return { past, lines: isBehind ? undefined : lines, askAgain: account.refetch };
}

const send = (symbol: string, sent: SentLines) => call('POST /drawnLines', { symbol, ...sent });

/** Sends what was left when the chart closed: it may never be opened here again. */
function useSendOnLeaving(symbol: string, kept: KeptLines): void {
  const newest = useRef(kept);
  useEffect(() => {
    newest.current = kept;
  });
  useEffect(
    () => () => {
      const sent = linesToSend(newest.current);
      if (sent) void send(symbol, sent);
    },
    [symbol],
  );
}

export function useLineSync(symbol: string, kept: KeptLines, setKept: SetKept): void {
  const { past, lines, askAgain } = useHeard(symbol);
  const [tries, setTries] = useState(0);
  const isSending = useRef(false);

  useEffect(() => {
    if (past) setKept((before) => throughNews(before, past));
    if (past && lines) setKept((before) => withAccount(before, lines, past));
  }, [past, lines, setKept]);

  const sendNow = useEffectEvent(async (sent: SentLines) => {
    const queryKey = callKey('GET /drawnLines', { symbol });
    isSending.current = true;
    const reply = await send(symbol, sent);
    isSending.current = false;
    // An answer from before this change would undo it.
    await queryClient.cancelQueries({ queryKey });
    if (reply.ok) {
      setKept((before) => afterSending(before, sent));
      queryClient.setQueryData(queryKey, reply.data);
    } else if (reply.status === 409) void askAgain();
    else if (reply.status === 0 || reply.status >= 429) setTimeout(() => setTries((before) => before + 1), RETRY_MS);
  });

  useEffect(() => {
    const sent = linesToSend(kept);
    if (!sent) return;
    const timer = setTimeout(() => !isSending.current && void sendNow(sent), SEND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [kept, tries]);

  useSendOnLeaving(symbol, kept);
}
