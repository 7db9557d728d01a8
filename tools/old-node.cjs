// Loaded before every command: a Node.js that is too old for the commands would end in a syntax error that says nothing.
// The oldest ones have to understand this file, so it is written as people wrote then.
'use strict';

/** The newest function that the commands need before Node.js 24 is there. */
if (typeof require('fs').statfsSync !== 'function') {
  console.error('\nIstock needs Node.js 20 or newer, and this is ' + process.version + '.');
  console.error('Install a newer one (https://nodejs.org), and start again.');
  process.exit(1);
}
