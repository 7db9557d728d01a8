// The sentences of the assistant.

export const assistantMessages = {
  failed: 'An error occurred while generating the response.',
  empty: 'No response received.',
  dayOver: 'You have used all your questions for today. Please come back tomorrow.',
  /** Why fixed rules answered although a language model is set up. */
  rulesOnPurpose: 'Questions of this kind are answered by fixed rules and not by the language model.',
  modelAway: 'The language model does not answer right now, so fixed rules computed this answer.',
  modelRefused:
    'The language model’s answer contained something that could not be confirmed, so fixed rules computed this answer.',
} as const;
