// What has been switched and not answered yet.
import type { NoticeKind, NoticeSettings, NoticeWish } from '../../contract/notice.ts';

export type NoticeWishes = Partial<NoticeSettings>;

/** Without the wish that was answered now. A newer one for the same kind is still on its way, and one that has been answered stays away. */
export function withoutAnswered(wishes: NoticeWishes, kind: NoticeKind, wish: NoticeWish): NoticeWishes {
  const { [kind]: newest, ...others } = wishes;
  return newest === wish ? others : wishes;
}
