// Your Rewards: absent until rewards are built.

export function RewardsSection() {
  return null;
}
