// The chart library's licence asks for its notice and a link to its makers where the chart is shown.

export function ChartCredit() {
  return (
    <a
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noopener noreferrer"
      className="text-xs text-faint underline-offset-2 hover:underline"
    >
      {'TradingView Lightweight Charts\u2122 \u00a9 2025 TradingView, Inc.'}
    </a>
  );
}
