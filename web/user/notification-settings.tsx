// Which kinds of notifications are shown, and which are copied by mail: a switch for each, saved as soon as it is pressed.
import { useEffect, useState } from 'react';
import { noticeKinds, noticeTypes } from '../../contract/notice.ts';
import type { NoticeKind, NoticeSettings, NoticeWish } from '../../contract/notice.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { callKey, queryClient, useCall } from '../query.ts';
import { SidePanel } from '../ui/dialog.tsx';
import { ShownFirst } from '../ui/shown-first.ts';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { noticePlaces } from './notice-places.ts';

const KEY = callKey('GET /notificationSettings', {});

interface SwitchProps {
  label: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

function Switch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <td className="w-16 text-center align-top">
      <label className="inline-flex size-9 items-center justify-center rounded-box hover:bg-sunken">
        <input
          type="checkbox"
          aria-label={label}
          checked={isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
          className="size-4 accent-accent"
        />
      </label>
    </td>
  );
}

const known = {
  read: () => queryClient.getQueryData<NoticeSettings>(KEY),
  /** If nothing is known any more, the login has ended. */
  show: (next: NoticeSettings) => void queryClient.setQueryData<NoticeSettings>(KEY, (before) => before && next),
};

function Choices({ settings }: { settings: NoticeSettings }) {
  const [error, setError] = useState<string | null>(null);
  const [shownFirst] = useState(() => new ShownFirst(known, setError));
  /** Until the cache has it, a moment later: a switch must not spring back meanwhile. */
  const [wished, setWished] = useState<NoticeSettings | null>(null);
  useEffect(() => setWished(null), [settings]);
  const shown = wished ?? settings;

  async function change(kind: NoticeKind, wish: NoticeWish): Promise<void> {
    setError(null);
    setWished({ ...shown, [kind]: wish });
    // An older answer still under way must not bring the old settings back.
    await queryClient.cancelQueries({ queryKey: KEY });
    await shownFirst.change({
      kind,
      change: (before) => ({ ...before, [kind]: wish }),
      send: () => call('POST /notificationSettings', { [kind]: wish }, { idempotencyKey: newIdempotencyKey() }),
    });
  }

  return (
    <>
      <table className="w-full text-base">
        <caption className="sr-only">Notifications by kind</caption>
        <thead>
          <tr className="text-sm text-faint">
            <th scope="col" className="pb-2 text-left font-medium">
              Tell me about
            </th>
            <th scope="col" className="pb-2 text-center font-medium">
              In Istock
            </th>
            <th scope="col" className="pb-2 text-center font-medium">
              By email
            </th>
          </tr>
        </thead>
        <tbody>
          {noticeKinds.map((kind) => {
            const wish = shown[kind];
            return (
              <tr key={kind}>
                <th scope="row" className="py-2 pr-2 text-left font-normal">
                  <span className="block font-medium">{noticeTypes[kind]}</span>
                  <span className="block text-sm text-faint">{noticePlaces[kind].explanation}</span>
                </th>
                <Switch
                  label={`${noticeTypes[kind]}: in Istock`}
                  isOn={wish.inApp}
                  onSwitch={(inApp) => void change(kind, { ...wish, inApp })}
                />
                <Switch
                  label={`${noticeTypes[kind]}: by email`}
                  isOn={wish.email}
                  onSwitch={(email) => void change(kind, { ...wish, email })}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="mt-4 text-sm text-faint">
        Emails come at most every five minutes, with everything that has happened since the last one. What is switched
        off is not kept either.
      </p>
      <p role="alert" className="mt-2 text-sm text-down">
        {error}
      </p>
    </>
  );
}

export function NotificationSettings({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { data, error, refetch } = useCall('GET /notificationSettings', {}, { enabled: isOpen });
  return (
    <SidePanel title="Notification settings" isOpen={isOpen} onClose={onClose}>
      {data ? (
        <Choices settings={data} />
      ) : error ? (
        <ErrorState title="The settings could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <LoadingNote what="settings" />
          {noticeKinds.map((kind) => (
            <Skeleton key={kind} className="h-9 w-full" />
          ))}
        </div>
      )}
    </SidePanel>
  );
}
