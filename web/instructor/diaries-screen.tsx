// Learners' diaries: those that are open to this instructor now, and one of them to be read.
import { getRouteApi, Link } from '@tanstack/react-router';
import type { DataOf } from '../../contract/routes.ts';
import { useCall } from '../query.ts';
import { showChoices } from '../trade/diary/diary-search.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { countText, NO_NUMBER } from '../ui/number-text.ts';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import { diariesSearch } from './diaries-search.ts';
import type { DiariesSearch } from './diaries-search.ts';
import { LearnerDiary } from './learner-diary.tsx';

const route = getRouteApi('/instructor/learnerDiaries');
const REFRESH_MS = 5_000;

type OpenDiary = DataOf<'GET /sharedDiaries'>[number];

function Read({ diary }: { diary: OpenDiary }) {
  return (
    <Link
      to="/learnerDiaries"
      search={{ diary: diary._id }}
      aria-label={`Read the diary of ${diary.learner}`}
      className={buttonLook({ size: 'small' })}
    >
      Read
    </Link>
  );
}

const columns: Column<OpenDiary>[] = [
  {
    key: 'learner',
    header: 'Learner',
    isRowHeader: true,
    cell: ({ learner }) => <span className="wrap-anywhere">{learner}</span>,
  },
  { key: 'opened', header: 'Opened', from: 'md', cell: ({ openedAt }) => <DateTime at={openedAt} /> },
  { key: 'until', header: 'Open until', cell: ({ openUntil }) => <DateTime at={openUntil} /> },
  {
    key: 'comments',
    header: 'Comments',
    align: 'end',
    cell: ({ comments }) => (comments === 0 ? NO_NUMBER : countText(comments)),
  },
  {
    key: 'read',
    header: <span className="sr-only">Actions</span>,
    align: 'end',
    cell: (diary) => <Read diary={diary} />,
  },
];

function PhoneDiary({ diary }: { diary: OpenDiary }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{diary.learner}</p>
        <p className="text-sm text-muted">
          Until <DateTime at={diary.openUntil} />
        </p>
      </div>
      <Read diary={diary} />
    </div>
  );
}

function OpenDiaries() {
  const { data, error, refetch } = useCall('GET /sharedDiaries', {}, { refetchInterval: REFRESH_MS });
  return (
    <Card flush>
      {error && !data ? (
        <ErrorState title="The diaries could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <Table
          caption="Open diaries"
          columns={columns}
          rows={data}
          rowKey={({ _id }) => _id}
          skeletonRows={3}
          phoneRow={(diary) => <PhoneDiary diary={diary} />}
          empty={
            <EmptyState
              title="No diary is open to you"
              text="Learners who have a lesson of yours can open their diaries to you for some days. You are told when one does."
            />
          }
        />
      )}
    </Card>
  );
}

export function DiariesScreen() {
  const search = diariesSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { data } = useCall('GET /sharedDiaries', {}, { enabled: search.diary !== undefined });
  const { diary: id } = search;
  const learner = data?.find(({ _id }) => _id === id)?.learner;
  const change = (changes: DiariesSearch): void =>
    void navigate({ search: { ...search, ...changes }, resetScroll: false });
  if (id === undefined)
    return (
      <Screen title={'Learners\u2019 diaries'} lead="Opened to you by learners, for as long as they wish.">
        <OpenDiaries />
      </Screen>
    );
  return (
    <Screen
      title={learner === undefined ? 'Learner\u2019s diary' : `Diary of ${learner}`}
      actions={
        <>
          <Segmented
            label="Show"
            value={search.show ?? 'diary'}
            choices={showChoices}
            onChoose={(next) => change({ show: next === 'analysis' ? next : undefined })}
          />
          <Button onClick={() => void navigate({ search: {} })}>All open diaries</Button>
        </>
      }
    >
      <LearnerDiary key={id} id={id} search={search} onChange={change} onBack={() => void navigate({ search: {} })} />
    </Screen>
  );
}
