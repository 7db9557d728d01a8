-- Who was told that a lesson has another instructor: when that instructor leaves, the name goes from these notifications, also for those who
-- have given their places back. Without this, everybody's notifications would be gone through for each such lesson.
create index notifications_of_given_lessons on notifications (source) where source like 'lesson:%:instructor:%';
