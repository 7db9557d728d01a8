// The embedded media server for larger calls: every browser sends once, and the server forwards to all others in the room.
import type { Log } from '../log.ts';
import { openMediaWorker } from './media-worker.ts';
import type { LargeMedia, MediaNews } from './media.ts';
import type { LinkPlace } from './sfu-link.ts';
import type { SfuNews, SfuOrder } from './sfu-worker.ts';

const FILE = new URL('./sfu-worker.ts', import.meta.url);

/** Everybody receives everybody in full, whatever their connection can take: for more people a separate media server is needed. */
const MOST_PEOPLE = 15;

export async function openSfu(place: LinkPlace, log: Log): Promise<LargeMedia & { close: () => Promise<void> }> {
  const links = new Set<string>();
  let hear: (news: MediaNews) => void = () => undefined;
  const worker = await openMediaWorker<SfuOrder, SfuNews>({
    file: FILE,
    data: place,
    name: 'the media server of large calls',
    log,
    hear: (news) => hear(news),
    onRestart: () => {
      for (const link of links) hear({ kind: 'lost', link });
      links.clear();
    },
  });
  return {
    mostPeople: MOST_PEOPLE,
    join: ({ link, room, person }) => {
      links.add(link);
      worker.send({ kind: 'join', link, room, person, others: MOST_PEOPLE - 1 });
    },
    answer: (link, sdp) => worker.send({ kind: 'answer', link, sdp }),
    leave: (link) => {
      links.delete(link);
      worker.send({ kind: 'leave', link });
    },
    listen: (listener) => void (hear = listener),
    close: () => worker.close(),
  };
}
