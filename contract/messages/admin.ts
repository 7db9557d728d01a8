// The sentences of the admin desk: spec point 8 word for word.

export const userMessages = {
  enabled: 'User enabled successfully',
  disabled: 'User disabled successfully',
  enableFailed: 'Failed to enable the user.',
  disableFailed: 'Failed to disable the user.',
  notYourself: 'You cannot disable your own account.',
  lastAdmin: 'The last administrator cannot be disabled.',
} as const;

export const adminMessages = {
  lessonCreated: 'created successfully',
  lessonUpdated: 'updated successfully',
  lessonCanceled: 'Session canceled successfully',
  promotionCreated: 'promotion created successfully',
  promotionFailed: 'error creating',
  confirmCancelTitle: 'Cancel Order',
  confirmCancel: 'Are you sure you want to cancel this order?',
  noOrders: 'No orders found for this status.',
} as const;

export const deskMessages = {
  searchTooLong: 'Search for at most 64 characters.',
  daysInvalid: 'Choose a day like 2026-01-31.',
  cursorInvalid: 'This page is not known. Start from the first one.',
  sideInvalid: 'Type must be ALL, BUY or SELL.',
  onlyCancel: 'An open order can only be canceled: status must be FAILED.',
  orderCanceled: 'Order canceled.',
} as const;
