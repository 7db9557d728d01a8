// Set Promotions: the sign-up bonus, the referral program and loyalty rewards, saved together and in force at once.
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { adminMessages } from '../../../contract/messages/admin.ts';
import type { Promotions } from '../../../contract/rewards.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { callKey, takePushed, useCall } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ruleTexts } from '../../user/reward-words.ts';
import { readIfStale } from '../read-if-stale.ts';
import { useSharedDraft } from '../shared-draft.ts';
import { draftOf, isSame, promotionForms, readDraft } from './promotions-draft.ts';
import type { Draft, PromotionForm } from './promotions-draft.ts';
import { promotionsSearch } from './promotions-search.ts';
import type { PromotionTab } from './promotions-search.ts';

const route = getRouteApi('/admin/promotions');

const units = {
  rupees: { prefix: '\u20b9', step: 0.01 },
  days: { suffix: <span className="pr-2">days</span>, step: 1 },
  friends: { step: 1 },
} as const;

interface PanelProps {
  form: PromotionForm;
  draft: Draft;
  saved: Draft;
  onChange: (draft: Draft) => void;
}

/** What the typed rules say, in the words that everybody reads; null while they cannot be read. */
function wordsOf(draft: Draft, section: PromotionForm['section']): string | null {
  const { wire, mistakes } = readDraft(draft);
  if ([...mistakes.keys()].some((key) => key.startsWith(section))) return null;
  switch (section) {
    case 'signupBonus':
      return ruleTexts.signupBonus(wire.signupBonus);
    case 'referralBonus':
      return ruleTexts.referralBonus(wire.referralBonus);
    case 'loyaltyRewards':
      return ruleTexts.loyaltyRewards(wire.loyaltyRewards);
  }
}

function Panel({ form: { section, fields, title }, draft, saved, onChange }: PanelProps) {
  const { mistakes } = readDraft(draft);
  const { enabled, texts } = draft;
  const words = wordsOf(draft, section);
  return (
    <div className="flex flex-col gap-4 p-4">
      <Checkbox
        label={`${title} enabled`}
        hint="While it is off, nobody can earn it. Rewards already earned stay."
        checked={enabled[section]}
        onChange={(event) => onChange({ ...draft, enabled: { ...enabled, [section]: event.currentTarget.checked } })}
      />
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-4">
        {fields.map(({ key, label, unit }) => (
          <NumberInput
            key={key}
            label={label}
            name={key}
            {...units[unit]}
            value={texts[key]}
            onType={(text) => onChange({ ...draft, texts: { ...texts, [key]: text } })}
            error={texts[key] === saved.texts[key] ? null : (mistakes.get(key) ?? null)}
            keepErrorLine
          />
        ))}
      </div>
      <div className="rounded-box bg-bg px-4 py-3">
        <p className="text-sm font-medium text-muted">What people read</p>
        <p className="min-h-10 sm:min-h-5">{words ?? 'Correct the fields above to see it here.'}</p>
      </div>
    </div>
  );
}

function tabLabel({ title, section }: PromotionForm, saved: Draft, mistakes: ReadonlyMap<string, string>) {
  const isWrong = [...mistakes.keys()].some((key) => key.startsWith(section));
  return (
    <span className="flex items-center gap-2">
      {title}
      {isWrong ? <Badge tone="down">To correct</Badge> : !saved.enabled[section] && <Badge>Off</Badge>}
    </span>
  );
}

function PromotionsForm({
  promotions,
  tab,
  onTab,
}: {
  promotions: Promotions;
  tab: PromotionTab;
  onTab: (tab: PromotionTab) => void;
}) {
  const saved = draftOf(promotions);
  const { draft, setDraft, settle } = useSharedDraft(saved, 'promotions');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { wire, mistakes } = readDraft(draft);
  const isChanged = !isSame(draft, saved);

  function change(next: Draft): void {
    setDraft(next);
    setRefusal(null);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (mistakes.size > 0 || !isChanged || isBusy) return;
    setIsBusy(true);
    setRefusal(null);
    const reply = await call(
      'POST /createPromotions',
      { ...wire, seen: readDraft(saved).wire },
      { idempotencyKey: newIdempotencyKey() },
    );
    setIsBusy(false);
    if (!reply.ok) {
      setRefusal(reply.message);
      readIfStale(reply, callKey('GET /promotions'));
      return showAlert(adminMessages.promotionFailed);
    }
    takePushed(callKey('GET /promotions', {}), reply.data);
    settle(draft, draftOf(reply.data));
    await showAlert(reply.message);
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <Card flush>
        <Tabs
          label="Promotions"
          value={tab}
          onChoose={onTab}
          items={promotionForms.map((form) => ({
            value: form.tab,
            label: tabLabel(form, saved, mistakes),
            panel: <Panel form={form} draft={draft} saved={saved} onChange={change} />,
          }))}
        />
      </Card>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="primary" busy={isBusy} disabled={!isChanged || mistakes.size > 0}>
          Save Changes
        </Button>
        <Button disabled={!isChanged || isBusy} onClick={() => change(saved)}>
          Cancel
        </Button>
        <p role="status" className={refusal ? 'text-down' : 'text-sm text-muted'}>
          {refusal ?? (isChanged ? 'Not saved yet.' : <SavedNote savedAt={promotions.savedAt} />)}
        </p>
      </div>
    </form>
  );
}

function SavedNote({ savedAt }: { savedAt: string | null }) {
  if (savedAt === null) return <>These are the defaults. What you save is in force at once.</>;
  return (
    <>
      Saved <DateTime at={savedAt} shape="full" />, and in force since.
    </>
  );
}

export function PromotionsScreen() {
  const { tab = 'signup' } = promotionsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { data, error, refetch } = useCall('GET /promotions', {}, { refetchInterval: 15_000 });
  const choose = (next: PromotionTab): void =>
    void navigate({ search: next === 'signup' ? {} : { tab: next }, replace: true, resetScroll: false });
  return (
    <Screen title="Set Promotions">
      {data ? (
        <PromotionsForm promotions={data} tab={tab} onTab={choose} />
      ) : error ? (
        <Card>
          <ErrorState
            title="The promotions could not be loaded"
            reason={error.message}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Card>
          <LoadingNote what="promotions" />
          <Skeleton className="mb-6 w-72" />
          <Skeleton className="mb-4 h-9" />
          <Skeleton className="h-16" />
        </Card>
      )}
    </Screen>
  );
}
