// Loads Google's own script when a login page shows its button, and declares the small part of it that is used.

interface Credential {
  /** The identity token. */
  credential: string;
}

export interface GoogleAccounts {
  initialize(settings: {
    client_id: string;
    callback: (credential: Credential) => void;
    nonce?: string;
    ux_mode: 'popup';
    auto_select: boolean;
    cancel_on_tap_outside: boolean;
  }): void;
  renderButton(
    place: HTMLElement,
    look: {
      type: 'standard';
      theme: 'outline' | 'filled_black';
      size: 'large';
      text: 'signin_with' | 'signup_with';
      width: number;
      logo_alignment: 'center';
    },
  ): void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleAccounts } };
  }
}

/** It must come from Google: a copy of ours would go out of date. The server's policy allows it only if Google sign-in is set up. */
const ADDRESS = 'https://accounts.google.com/gsi/client';

let loading: Promise<GoogleAccounts> | null = null;

export function loadGoogle(): Promise<GoogleAccounts> {
  loading ??= new Promise<GoogleAccounts>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = ADDRESS;
    script.async = true;
    script.addEventListener('load', () => {
      const accounts = window.google?.accounts?.id;
      if (accounts) resolve(accounts);
      else reject(new Error('the script of Google is not what it was'));
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('the script of Google could not be loaded'));
    });
    document.head.append(script);
  });
  // Another page may try again.
  loading.catch(() => (loading = null));
  return loading;
}
