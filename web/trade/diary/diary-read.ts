/** Under this name it is kept that this person has seen a trade in the diary, the last of the first steps (web/home/first-steps.tsx). */
export const DIARY_READ = 'diary-read';
