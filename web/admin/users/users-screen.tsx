// Users: every account, found by name or address, disabled or enabled, and opened to see what it holds.
import { getRouteApi } from '@tanstack/react-router';
import type { ListedUser, UserSort } from '../../../contract/admin/users.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { callKey, queryClient, useCall } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { DateTime, dateTimeText } from '../../ui/date-time.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { CsvButton, csvPages } from '../../csv-button.tsx';
import { DeskList } from '../desk-list.tsx';
import { KindFilter, StateFilter } from '../list-filters.tsx';
import { AccountBadge, roleNames } from './account-words.tsx';
import { UserActions } from './user-actions.tsx';
import type { OnChanged } from './user-actions.tsx';
import { usersSearch } from './users-search.ts';
import type { AccountState, UsersSearch } from './users-search.ts';

const route = getRouteApi('/admin/userList');
/** Spec 9: ten users a page. */
const PAGE_SIZE = 10;

const stateNames: Record<AccountState, string> = { active: 'Active', blocked: 'Blocked' };

function Person({ user }: { user: ListedUser }) {
  return (
    <span className="block min-w-0">
      <span className="block truncate leading-5">{user.email}</span>
      <span className="block truncate text-sm leading-4 font-normal text-muted">
        {isolated(user.name)}
        {user.role !== 'user' && ` \u00b7 ${roleNames[user.role]}`}
      </span>
    </span>
  );
}

function columnsOf(onChanged: OnChanged): Column<ListedUser>[] {
  return [
    {
      key: 'email',
      sortKey: 'email',
      header: 'Email',
      isRowHeader: true,
      className: 'max-w-0 w-1/2',
      cell: (user) => <Person user={user} />,
    },
    {
      key: 'createdAt',
      sortKey: 'createdAt',
      header: 'Registration Date',
      cell: (user) => <DateTime at={user.createdAt} shape="date" className="whitespace-nowrap" />,
    },
    {
      key: 'status',
      header: 'Account Status',
      cell: (user) => <AccountBadge isBlocked={user.is_Blocked} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      cell: (user) => <UserActions user={user} onChanged={onChanged} />,
    },
  ];
}

function PhoneUser({ user, onChanged }: { user: ListedUser; onChanged: OnChanged }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <Person user={user} />
        <AccountBadge isBlocked={user.is_Blocked} />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <DateTime at={user.createdAt} shape="date" />
        <UserActions user={user} onChanged={onChanged} />
      </div>
    </div>
  );
}

function NoUsers({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState title="No users yet" text="Everybody who signs up appears here with the state of the account." />
    );
  return (
    <EmptyState
      title="No user matches"
      text="Search by any part of a name or an email address."
      action={<Button onClick={onClear}>Show all users</Button>}
    />
  );
}

const csvHeader = ['Email', 'Name', 'Role', 'Registered (IST)', 'Status'];
const csvRow = (user: ListedUser) => [
  user.email,
  user.name,
  roleNames[user.role],
  dateTimeText(user.createdAt),
  user.is_Blocked ? 'Blocked' : 'Active',
];

export function UsersScreen() {
  const search = usersSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { page = 1, q, status, role, sort } = search;
  const input = { page, limit: PAGE_SIZE, q, status, role, sort };
  const { data, isPlaceholderData, error, refetch } = useCall('GET /userlist', input, { keepPrevious: true });

  const change = (changes: UsersSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const onChanged: OnChanged = (user) =>
    queryClient.setQueryData<typeof data>(
      callKey('GET /userlist', input),
      (known) => known && { ...known, usersData: known.usersData.map((row) => (row._id === user._id ? user : row)) },
    );

  return (
    <Screen title="Users">
      <DeskList
        caption="Users"
        names={['user', 'users']}
        search={{ label: 'Search name or email' }}
        place={search}
        change={change}
        filters={
          <>
            <StateFilter
              label="Account status"
              names={stateNames}
              value={status}
              onChoose={(chosen) => change({ status: chosen, page: undefined })}
            />
            <KindFilter
              label="Role"
              every="Every role"
              names={roleNames}
              value={role}
              onChoose={(chosen) => change({ role: chosen, page: undefined })}
            />
          </>
        }
        actions={
          <CsvButton
            name="users"
            header={csvHeader}
            row={csvRow}
            disabled={!data?.totalUsers}
            load={csvPages('GET /userlist', input, ({ usersData, totalPages }) => ({ rows: usersData, totalPages }))}
          />
        }
        columns={columnsOf(onChanged)}
        rows={data?.usersData}
        rowKey={(user) => user._id}
        phoneRow={(user) => <PhoneUser user={user} onChanged={onChanged} />}
        skeletonRows={PAGE_SIZE}
        sort={sort ?? '-createdAt'}
        onSort={(next) => change({ sort: next === '-createdAt' ? undefined : (next as UserSort), page: undefined })}
        total={data?.totalUsers}
        totalPages={data?.totalPages}
        isPlaceholderData={isPlaceholderData}
        error={error}
        onRetry={refetch}
        empty={
          <NoUsers
            isFiltered={[q, status, role].some((part) => part !== undefined)}
            onClear={() => change({ q: undefined, status: undefined, role: undefined, page: undefined })}
          />
        }
      />
    </Screen>
  );
}
