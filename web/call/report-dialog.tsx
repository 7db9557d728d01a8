// Reports a message or a person of a call to the administrators, in it or afterwards: why, and a few words. Nobody else is told.
import { useState } from 'react';
import { REPORT_WORDS_MAX, reportReasons } from '../../contract/call.ts';
import { callMessages } from '../../contract/messages/call.ts';
import { reasonTexts, reportMessages } from '../../contract/messages/reports.ts';
import type { ReportReason } from '../../contract/messages/reports.ts';
import { typedBefore, useKeepTyped } from '../typed.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { reportedKey } from './call-view.ts';
import type { Reported } from './call-view.ts';

/** What is being reported, and whose it is. */
export interface ToReport {
  readonly about: Reported;
  readonly name: string;
  /** For a message that can still be read. */
  readonly text?: string;
}

const choices = [
  { value: '' as const, label: 'Choose a reason' },
  ...reportReasons.map((value) => ({ value, label: reasonTexts[value] })),
];

/** What this person had begun to report when the login lapsed. */
function begunBefore(name: string): { reason: ReportReason | ''; words: string } {
  const { reason, words } = (typedBefore(name) ?? {}) as Record<string, unknown>;
  return {
    reason: reportReasons.find((value) => value === reason) ?? '',
    words: typeof words === 'string' ? words : '',
  };
}

/** If the report was refused, the dialog says why; without a reason there was no answer. */
export type SendReport = (
  about: Reported,
  reason: ReportReason,
  words: string,
) => Promise<{ ok: boolean; message?: string }>;

export function ReportDialog({
  report: { about, name, text },
  isAfterwards = false,
  onSend,
  onClose,
}: {
  report: ToReport;
  isAfterwards?: boolean;
  onSend: SendReport;
  onClose: () => void;
}) {
  const kept = `complaint ${reportedKey(about)}`;
  const [begun] = useState(() => begunBefore(kept));
  const [reason, setReason] = useState(begun.reason);
  const [words, setWords] = useState(begun.words);
  useKeepTyped(kept, { reason, words });
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<{ reason?: string; words?: string }>({});

  const untold = `Nobody ${isAfterwards ? 'who was ' : ''}in the call is told.`;

  async function send(): Promise<void> {
    if (reason === '') return setError({ reason: reportMessages.reasonInvalid });
    setIsBusy(true);
    const answer = await onSend(about, reason, words);
    setIsBusy(false);
    if (!answer.ok) return setError({ words: answer.message ?? callMessages.unavailable });
    onClose();
    void showAlert(reportMessages.taken);
  }

  return (
    <Dialog
      title={'message' in about ? `Report the message of ${name}` : `Report ${name}`}
      isOpen
      isLocked={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" busy={isBusy} onClick={() => void send()}>
            Report
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {text && <blockquote className="border-l-2 border-edge pl-3 wrap-anywhere text-muted">{text}</blockquote>}
        <Select<ReportReason | ''>
          label="Reason"
          value={reason}
          choices={choices}
          error={error.reason}
          onChoose={(value) => {
            setReason(value);
            setError({});
          }}
        />
        <TextArea
          label="What happened (optional)"
          maxLength={REPORT_WORDS_MAX}
          value={words}
          error={error.words}
          hint={
            'message' in about
              ? `The administrators read the message and your words. ${untold}`
              : `The administrators read your words. ${untold}`
          }
          onText={setWords}
        />
      </div>
    </Dialog>
  );
}
